"""
Text with twenty labels
=======================

You have messages from customers, and an embedding of each. You label twenty, and halflit labels the rest.
"""

# %%
# The data
# --------
#
# halflit brings 500 made-up messages to a bank, each with an embedding of twelve numbers. With your own texts, compute embeddings with any
# model you like, or let halflit learn from the words: see the end of this page.

import subprocess
import sys
import tempfile

import pandas as pd

import halflit

folder = tempfile.mkdtemp()
command = [sys.executable, "-m", "halflit", "demo", "--tables", folder, "--quiet"]
subprocess.run(command, check=True, capture_output=True)
messages = pd.read_csv(f"{folder}/messages.csv")
X = messages.filter(regex="^e")
messages[["text"]].head()

# %%
# Which rows to label
# -------------------
#
# halflit suggests rows that are typical of different groups. You read them and name what you see. Here a function plays your part.


def read(text):
    """Say what a message is about, as a person would."""
    words = {
        "card": "card",
        "loan": "loan",
        "rate": "loan",
        "transfer": "transfer",
        "money": "transfer",
    }
    return next((topic for word, topic in words.items() if word in text), "account")


first = halflit.suggest(X, count=20)
first.assign(text=messages.text[first.row].values).head(6)

# %%
# From the fifteenth answer on, every fifth suggestion is a check row. Its label measures accuracy, so the model must not learn from it.

labels = pd.Series([None] * len(X), dtype=object)
learn, check = first.row[~first.check], first.row[first.check]
labels[learn] = messages.text[learn].map(read)
print(labels.value_counts())

# %%
# Fit
# ---
#
# ``None`` means "no label". Nothing has to be tuned or scaled.

model = halflit.AutoDR().fit(X, labels)
print({key: model.check_[key] for key in ("accuracy", "interval", "raw", "chance")})

# %%
# The first number is the accuracy on your own labels, each hidden in turn. The check rows are the honest test:

told = model.predict(X.iloc[check])
print(f"{(told == messages.text[check].map(read)).sum()} of {len(check)} check rows are right")

# %%
# The rest
# --------
#
# Now every message has a label and a probability. Look at the doubtful ones first.

messages["topic"] = model.transduction_
messages["sure"] = model.predict_proba(X).max(axis=1)
messages.sort_values("sure")[["text", "topic", "sure"]].head(5)

# %%
# This is made-up data, so we know the truth:

print(f"{(messages.topic == messages.text.map(read)).mean():.1%} of all messages are right")
halflit.plot(model)

# %%
# Without an embedding
# --------------------
#
# :class:`halflit.text.TextFeatures` turns words into columns. It needs no download and no label.

from sklearn.pipeline import make_pipeline

from halflit.text import TextFeatures

words = make_pipeline(TextFeatures(), halflit.AutoDR()).fit(messages.text, labels)
right = words.predict(messages.text) == messages.text.map(read)
print(f"{right.mean():.1%} of all messages are right, from words alone")

# %%
# Next steps
# ----------
#
# - Label more where the model is in doubt: call :func:`halflit.suggest` again with ``y=labels``.
# - Label on a map instead, with the text beside it: ``halflit.studio(X, text=messages.text)``.
# - Save the model: ``model.save("topics.halflit")``.
