# Read by the commands of this folder: builds what is stale and starts a main class of the module.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../cell"

use_jdk() {
    JAVA_HOME=$(find_jdk) ||
        fail "No JDK $OLDEST_JAVA or newer in JAVA_HOME, on PATH or in the usual folders: install one, or set JAVA_HOME to it."
    export JAVA_HOME PATH="$JAVA_HOME/bin:$PATH"
}

# launch CLASS ARGUMENTS…
launch() {
    local root class=$1
    shift
    root=$(root_folder)
    use_jdk
    cd "$root"
    build
    build_benchmarks
    exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx512m -Dcell.root="$root" \
        -cp "benchmarks/target/benchmarks.jar:benchmarks/target/lib/*" "$class" "$@"
}

# The applications are built already: what is missing is the module itself.
build_benchmarks() {
    local jar=benchmarks/target/benchmarks.jar
    if [ -f "$jar" ] && [ -z "$(find benchmarks/pom.xml benchmarks/src dev-cell/target/dev-cell.jar -newer "$jar" -print -quit)" ]; then
        return 0
    fi
    need_maven
    if ! mvn -B -ntp -DskipTests -Dspotless.check.skip=true -pl benchmarks -am package >.cell/logs/build.log 2>&1; then
        grep -m 12 -E '^\[ERROR\]' .cell/logs/build.log >&2
        fail "The build failed: correct what Maven names above (whole log: .cell/logs/build.log)."
    fi
}
