"""Candidates and jobs from CSV files, and for each job a ranking with reasons. Python's standard library only.

Usage: hire.py candidates.csv jobs.csv [--top N] [--output ranking.csv]
"""

import argparse
import csv
import sys

from counterpart import ApiError, call

DOMAIN = "hiring"
LISTS = {"skills", "languages", "work_mode", "employment_type"}
NUMBERS = {"years_experience", "min_years_experience", "salary_expectation", "salary_min", "salary_max"}


def fields_of(row: dict) -> dict:
    """The typed values of a row. Empty cells say nothing; lists have semicolons between their values."""
    fields = {}
    for name, cell in row.items():
        if name in ("id", "text") or not (cell or "").strip():
            continue
        if name in LISTS:
            fields[name] = [part.strip() for part in cell.split(";")]
        else:
            fields[name] = float(cell) if name in NUMBERS else cell.strip()
    return fields


def upload(path: str, role: str) -> list:
    """Stores every row. Returns the ids; a row that the service refuses is told and left out."""
    stored = []
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            body = {"user_id": row["id"], "domain": DOMAIN, "fields": {"role": role, **fields_of(row)}}
            if (row.get("text") or "").strip():
                body["context"] = row["text"]
            try:
                record = call("POST", "/users", body)
            except ApiError as error:
                print(f"{path}, {row['id']}: left out: {error}", file=sys.stderr)
                continue
            stored.append(row["id"])
            if record["missing_required"]:
                print(f"{row['id']}: not shown until it has {', '.join(record['missing_required'])}", file=sys.stderr)
    return stored


def ranking(jobs: list, top: int) -> list:
    rows = []
    for job in jobs:
        body = {"user_id": job, "domain": DOMAIN, "limit": top, "explain": True}
        for rank, match in enumerate(call("POST", "/match", body)["matches"], 1):
            rows.append({"job": job, "rank": rank, "candidate": match["user_id"],
                         "score": round(match["score"], 4), "reasons": "; ".join(match["reasons"])})
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("candidates")
    parser.add_argument("jobs")
    parser.add_argument("--top", type=int, default=3)
    parser.add_argument("--output", help="CSV file for the ranking; standard output where it is left out")
    given = parser.parse_args()
    people = upload(given.candidates, "candidate")
    jobs = upload(given.jobs, "job")
    print(f"{len(people)} candidates and {len(jobs)} jobs stored", file=sys.stderr)
    rows = ranking(jobs, given.top)
    file = open(given.output, "w", newline="", encoding="utf-8") if given.output else sys.stdout
    writer = csv.DictWriter(file, ["job", "rank", "candidate", "score", "reasons"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if given.output:
        file.close()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ApiError as error:
        sys.exit(f"hire.py: {error}")
