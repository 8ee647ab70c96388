#!/bin/sh
# rogues.sh: Bazel reads the results from XML_OUTPUT_FILE, and keeps what is in TEST_UNDECLARED_OUTPUTS_DIR.
exec rogues run --adapter "$1" --report junit="$XML_OUTPUT_FILE" --log "$TEST_UNDECLARED_OUTPUTS_DIR/rogues.jsonl"
