#!/usr/bin/env python3
"""Reads the reports of one run with what reads them elsewhere (Tools/consumers), and prints how many cases each has.

    read-reports.py FOLDER     run.jsonl, log.schema.json, report.xml, report.sarif, report.ctrf.json
"""
import json
import sys
from pathlib import Path

import jsonschema
import junitparser
import otr_ctrf_bridge.ctrf
import sarif_pydantic

folder = Path(sys.argv[1])

schema = json.loads((folder / "log.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
lines = [json.loads(line) for line in (folder / "run.jsonl").read_text().splitlines()]
for line in lines:
    validator.validate(line)
print("log", sum(len(line["planned"]) for line in lines if line["type"] == "plan"))

suites = junitparser.JUnitXml.fromfile(str(folder / "report.xml"))
cases = [case for suite in suites for case in suite]
failed = sum(isinstance(result, (junitparser.Failure, junitparser.Error)) for case in cases for result in case.result)
print("junit", len(cases), failed)

ctrf = otr_ctrf_bridge.ctrf.parse_ctrf(json.loads((folder / "report.ctrf.json").read_text()))
print("ctrf", len(ctrf))

sarif = sarif_pydantic.Sarif.model_validate_json((folder / "report.sarif").read_text())
print("sarif", sum(len(run.results or []) for run in sarif.runs))
