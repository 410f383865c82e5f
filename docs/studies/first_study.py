# %% [markdown]
# # A first study in a notebook
#
# Does it change DBA's first battle when overlapped elements fight at -2 instead of -1? Jupytext, VS Code and Jupyter open
# this file as a notebook, and `python docs/studies/first_study.py` runs it. It wants `pip install 'sandtable[lab]'`.

# %%
import tempfile

import polars as pl

from sandtable import lab

study = lab.new_study(
    {
        "game": "dba",
        "scenarios": ["first-lesson"],
        "generals": ["quick"],
        "battles": 40,  # of each variant; some thousands tell more
        "design": "A/B",
        "factors": {"rules.overlapped": [-2]},
    }
)

# %%
folder = tempfile.mkdtemp()
results = lab.run(study, folder)
for sentence in results.sentences():
    print(sentence)

# %% [markdown]
# The results are polars frames: a row a battle, a figure lost, a clause fired.

# %%
shares = results.battles.group_by("arm").agg(pl.col("wins.red", "bounds", "lead_changes").mean()).sort("arm")
print(shares)

# %%
lost = results.losses.group_by("figure").len().sort("len", "figure", descending=[True, False])
print(lost.head(5))
