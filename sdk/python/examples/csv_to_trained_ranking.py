"""From a CSV file to a trained, explained ranking, cell by cell.

Open it in an editor that knows `# %%` cells, or run it as a script. It needs a running server, an API key in
COUNTERPART_API_KEY, and `pip install 'counterpart-client[pandas,plots]'`.
"""
# The stubs of pandas and matplotlib leave types open.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

# %% The people, from a CSV file
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd

from counterpart import Counterpart, frames
from counterpart.types import FeedbackItem, MatchResult, UpsertUserRequest

folder = Path(__file__).parent
table = pd.read_csv(folder / "people.csv")
print(table[["id", "age", "gender", "location"]].head(3).to_string(index=False))

# %% Into the service: text and columns become a profile, the column `seeks` becomes a demand
client = Counterpart()  # COUNTERPART_API_KEY and COUNTERPART_BASE_URL


def people() -> Iterator[UpsertUserRequest]:
    columns = ["age", "gender", "location", "relationship_goal"]
    seeks = dict(zip(table["id"], table["seeks"], strict=True))
    for person in frames.people(table, domain="dating", user_id="id", context="about", fields=columns):
        yield {**person, "preferences": {"gender": seeks[person["user_id"]]}}


done = client.users.upsert_many(people())
print(f"{done.stored} people written")

# %% The first ranking: nobody has decided anything yet, so the domain's own scorecard ranks
seeker = str(table["id"][0])


def rank(user_id: str, limit: int = 8) -> MatchResult:
    everyone: dict[str, Any] = {"exclude_outcomes": []}
    return client.match.run(user_id=user_id, domain="dating", limit=limit, explain=True, filters=everyone)


before = rank(seeker)
print(frames.matches(before, "pandas")[["user_id", "score", "reasons"]].to_string(index=False))

# %% Outcomes. A product reports what its users decide. Here a rule decides in their place: a difference in
# age of at most three years pleases, and one decision in ten goes the other way.
ages = dict(zip(table["id"], table["age"], strict=True))
dice = random.Random(7)


def outcomes(seekers: int, shown: int) -> Iterator[FeedbackItem]:
    for user_id in table["id"][:seekers]:
        result = rank(user_id, shown)
        for match in result["matches"]:
            likes = (abs(ages[user_id] - ages[match["user_id"]]) <= 3) != (dice.random() < 0.1)
            yield {
                "seeker_id": user_id,
                "candidate_id": match["user_id"],
                "outcome": "accepted" if likes else "rejected",
                "match_id": result["match_id"],
            }


feedback = client.feedback.send_many(outcomes(seekers=120, shown=25), domain="dating")
print(f"{feedback.stored} outcomes reported")

# %% Training. The run goes live only where held-out outcomes show that it is not worse.
run = client.training.start(domain="dating", force=True)
run = client.training.wait(run["run_id"], on_progress=lambda run: print(run["status"], run["progress"]))
print(run["status"], "-", run["reason"])

# %% The same question again, and why the order is as it is
after = rank(seeker)
print(frames.matches(after, "pandas")[["user_id", "score", "reasons"]].to_string(index=False))
terms = frames.terms(after, "pandas")
why = terms.pivot_table(index="user_id", columns="term", values="log_odds", aggfunc="sum").fillna(0.0)
why = why.reindex([match["user_id"] for match in after["matches"]])

# %% Plots: what training gained on held-out outcomes, and the largest terms of each score
measured = {"before": run["metrics"]["before"], "after": run["metrics"]["after"]}
auc = {name: float((metrics or {}).get("auc", 0.5)) for name, metrics in measured.items()}
largest = why.abs().sum().nlargest(5).index
shown = why[largest].assign(**{"all others": why.drop(columns=largest).sum(axis=1)})
shown.columns = [str(term).replace("_", " ") for term in shown.columns]
colors = ["#66c2a5", "#fc8d62", "#8da0cb", "#e78ac3", "#a6d854", "#c8ccd1"]

figure, (gain, explained) = plt.subplots(1, 2, figsize=(11, 4.5), width_ratios=[1, 3], layout="constrained")
bars = gain.bar(list(auc), list(auc.values()), width=0.6, color=["#9aa5b1", "#3366cc"])
gain.bar_label(bars, fmt="%.2f", padding=2)
gain.axhline(0.5, color="#555555", linewidth=0.8, linestyle=":")
gain.set(ylim=(0, 1), ylabel="AUC on held-out outcomes (chance: 0.5)", title="What training gained")
shown.plot.barh(stacked=True, ax=explained, color=colors, width=0.7)
explained.axvline(0, color="#555555", linewidth=0.8)
explained.invert_yaxis()
explained.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, title="term")
explained.set(xlabel="contribution to the score (log-odds)", ylabel="match, best first")
explained.set_title(f"Why these people are shown to {seeker}")
for axes in (gain, explained):
    axes.spines[["top", "right"]].set_visible(False)
figure.savefig("ranking.png", dpi=90)
print(f"ranking.png written; AUC {auc['before']:.3f} -> {auc['after']:.3f}")
client.close()
