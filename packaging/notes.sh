#!/usr/bin/env bash
# Prints what the changelog says of a version: notes.sh VERSION
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
notes="$(awk -v heading="## $1" '/^## / { on = ($0 == heading || index($0, heading " ") == 1); next } on' CHANGELOG.md)"
if [ -z "$notes" ]; then
    echo "error: CHANGELOG.md says nothing of $1" >&2
    exit 1
fi
echo "$notes"
