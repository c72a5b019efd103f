#!/usr/bin/env bash
# Says how large files are, and fails where one has more bytes than it may: limit.sh BYTES FILE...
set -euo pipefail

limit="$1"
shift
outcome=0
for file in "$@"; do
    # A pattern that nothing matches is a file that is not there, and fails here.
    size="$(wc -c < "$file" | tr -d ' ')"
    echo "$size bytes: $file"
    if [ "$size" -gt "$limit" ]; then
        echo "error: $file has more than $limit bytes" >&2
        outcome=1
    fi
done
exit "$outcome"
