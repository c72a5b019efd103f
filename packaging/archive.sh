#!/usr/bin/env bash
# Packs the built command of a target with completions, manual pages and notices: archive.sh TARGET [PROFILE]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
target="$1"
profile="${2:-dist}"
folder="halflit-$target"
built="${CARGO_TARGET_DIR:-target}/$target/$profile/halflit"
if [ -f "$built.exe" ]; then built="$built.exe"; fi

rm -rf "$folder"
mkdir -p "$folder/completions"
cp "$built" LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md crates/halflit-cli/THIRDPARTY.txt "$folder"
for shell in bash zsh fish powershell elvish; do
    "$built" completions "$shell" > "$folder/completions/halflit.$shell"
done
"$built" man --output "$folder/man"
tar -czf "$folder.tar.gz" "$folder"
if command -v sha256sum > /dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
"${sum[@]}" "$folder.tar.gz" > "$folder.tar.gz.sha256"
