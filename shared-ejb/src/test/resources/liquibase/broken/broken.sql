--liquibase formatted sql logicalFilePath:broken

--changeset broken:001-create-good splitStatements:false
CREATE TABLE broken.good (id integer);

--changeset broken:002-create-bad splitStatements:false
CREATE TABLE broken.half (id integer);
CREATE TABLE broken.bad (id nonsense);
