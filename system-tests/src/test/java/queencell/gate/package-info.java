/// Gate over a real broker. Two replicas stand behind a [BrokerRoad] that records and disturbs their calls, so that
/// what was admitted is read at the counters.
///
/// The properties of the specification (runtime, 23) and the tests that hold them; history and Watch with history come
/// with their rooms.
///
/// | Property | Test |
/// | --- | --- |
/// | 1, 2 | `GateRelayIT.a_relay_of_two_nodes_must_not_lose_or_double_an_item`,
/// `items_of_one_partition_must_not_overtake_each_other` |
/// | 3, 5 | `GateRelayIT.a_relay_that_is_repeated_after_a_crash_must_be_refused_as_a_duplicate`,
/// `an_item_that_is_downstream_already_must_not_hold_up_its_neighbours` |
/// | 4 | `GateRelayIT.a_redeclaration_under_load_must_not_lose_or_double_an_item` |
/// | 6, 7 | `GateRelayIT.an_item_that_fits_no_window_must_not_block_those_behind_it`,
/// `a_text_payload_must_not_pass_for_the_work_of_every_path_behind_a_shared_queue` |
/// | 8, 9 | `GateRelayIT.two_paths_through_one_node_must_not_forward_each_others_items`,
/// `a_path_that_is_added_must_not_read_what_other_paths_left_behind` |
/// | 10, 11 | `GateRelayIT.a_fan_out_must_not_give_its_branches_one_id`,
/// `two_paths_from_one_door_must_not_collapse_into_one_delivery` |
/// | 12, 13 | `GateBudgetIT.a_wide_budget_must_not_let_items_past_a_narrow_one`,
/// `work_that_waits_for_a_short_window_must_be_held_and_not_lost`,
/// `work_that_waits_for_a_long_window_must_not_be_dead_lettered` |
/// | 14, 15 | `GateBudgetIT.a_settle_that_fails_must_give_its_charge_back`, `a_refund_must_not_land_in_a_later_window`
/// |
/// | 16, 17 | `GateBudgetIT.items_must_not_pass_while_their_counter_cannot_be_asked`,
/// `one_full_key_must_not_stop_another` |
/// | 18, 19 | `GateBudgetIT.more_counters_than_one_call_takes_must_all_be_charged_and_given_back`,
/// `a_counter_that_holds_text_must_be_reported_and_never_overwritten`, `a_counter_without_an_end_must_still_be_charged`
/// |
/// | 20 | `GateBudgetIT.a_settle_whose_answer_is_lost_must_neither_be_refunded_nor_repeated` |
/// | 21 to 23 | `GateBackoffIT` |
/// | 24 to 28 | `GateApiIT.a_push_behind_the_entry_must_not_skip_the_budgets_before_it`,
/// `two_graphs_must_not_share_the_work_of_one_queue`, `a_graph_must_not_read_the_interior_queue_of_another`,
/// `ownership_that_cannot_be_checked_must_not_be_assumed`, `callers_of_removed_routes_must_be_told_where_the_work_is` |
/// | 29, 30 | `GateApiIT.a_caller_of_the_first_generation_must_still_be_served` |
/// | 31 to 33 | `GateApiIT.metrics_must_tell_a_budget_from_a_backoff`,
/// `the_console_must_be_able_to_draw_a_graph_and_forget_a_deleted_one`,
/// `a_delete_that_could_mean_two_graphs_must_delete_none` |
/// | 34 to 36 | `GateApiIT.a_sync_must_not_remove_anything_while_one_of_its_targets_is_refused`,
/// `an_item_that_comes_back_must_pay_again_and_not_for_ever`,
/// `a_payload_that_cannot_carry_the_stamp_must_not_be_replaced` |
/// | 37 | `GateBudgetIT.a_push_that_is_shed_must_say_when_to_come_back_and_charge_nothing` |
/// | 38 to 41 | `GateLifecycleIT.a_change_that_cannot_be_provisioned_must_leave_the_old_version_serving`,
/// `a_first_document_that_could_not_be_stored_must_be_saved_later`,
/// `a_change_that_could_not_be_stored_must_not_outlive_the_stored_version`,
/// `a_graph_of_which_no_version_can_start_must_refuse_pushes_until_it_is_back`,
/// `a_graph_that_never_ran_here_must_stay_deletable` |
/// | 42, 43 | `GateLifecycleIT.a_graph_that_never_ran_here_must_stay_deletable`,
/// `a_migrated_graph_that_is_deleted_must_not_come_back_from_its_old_row` |
/// | 44 to 48 | `GateLifecycleIT.another_replica_must_follow_a_declare_a_change_and_a_delete`,
/// `a_change_that_renames_a_counter_must_not_pass_at_another_replica_either`,
/// `a_graph_that_is_deleted_and_declared_again_must_converge`,
/// `a_save_whose_answer_was_lost_must_not_bring_a_deleted_graph_back` |
/// | 49, 50 | `GateLifecycleIT.a_rule_that_is_newer_than_a_stored_document_must_not_stop_its_graph`,
/// `queues_of_the_application_must_keep_their_settings` |
/// | 51, 52 | `GateLifecycleIT.a_stage_that_ended_must_be_visible_and_come_back` |
/// | 53 to 57 | `GateDepthIT` |
/// | 58, 59 in part | `GateLifecycleIT.watch_must_not_begin_where_nothing_can_be_remembered`,
/// `a_graph_that_only_watches_must_hold_nothing_back` |
/// | 60 in part | `GateDepthIT.work_that_waits_for_workers_must_not_be_blamed_on_a_budget`,
/// `a_broker_that_is_gone_must_be_the_only_thing_that_is_reported` |
/// | 61 to 63, facts 1 to 4 and 10 to 14 | `BrokerFactsIT` |
/// | 22.1, one and two replicas | `GateLoadIT` |
/// | 6.2, every kind of ceiling over all replicas | `GateReplicasIT` |
/// | 13.2, a limit that changes |
/// `GateBudgetIT.a_changed_limit_must_hold_from_the_next_charge_and_not_from_the_next_window` |
/// | 3, nothing to do | `GateIdleIT` |
/// | 4, payloads that no transaction takes |
/// `GateRelayIT.a_payload_that_no_transaction_takes_must_not_block_those_behind_it` |
/// | 16, arrays, dry runs, two editors | `GateApiIT.one_bad_item_must_keep_all_of_its_array_out`,
/// `a_dry_run_must_say_what_would_change_and_change_nothing`, `two_editors_must_not_overwrite_each_other` |
/// | 22.2 | `benchmarks/gate-load` |
/// | 20, kills | `GateChaosIT`, `GateReplicasIT`, `GateStartIT` |
/// | 14 to 16, every answer | `GateDescriptionIT` |
package queencell.gate;
