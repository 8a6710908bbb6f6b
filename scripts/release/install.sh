#!/bin/sh
# Installs frigg for Linux and macOS: downloads the program of this release, verifies its SHA-256 and puts it
# into a folder. Nothing is written before the digest is right, and nothing is run.
#
#   FRIGG_INSTALL_DIR   where to put it (default: ~/.local/bin)
#   FRIGG_DOWNLOAD_URL  where the release's files lie, for a mirror
set -eu

url=${FRIGG_DOWNLOAD_URL:-@DOWNLOAD_URL@}

fail() {
  printf 'install: %s\n' "$1" >&2
  exit 1
}

case "$(uname -s)" in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) fail "no program for $(uname -s); on Windows download frigg-windows-x64.exe" ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) fail "no program for $(uname -m)" ;;
esac
file=frigg-$system-$machine

if command -v curl >/dev/null 2>&1; then
  get() { curl -fsSL "$1" -o "$2"; }
elif command -v wget >/dev/null 2>&1; then
  get() { wget -q "$1" -O "$2"; }
else
  fail 'needs curl or wget'
fi
if command -v sha256sum >/dev/null 2>&1; then
  digest() { sha256sum "$1" | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null 2>&1; then
  digest() { shasum -a 256 "$1" | cut -d ' ' -f 1; }
else
  fail 'needs sha256sum or shasum to verify the download'
fi

folder=${FRIGG_INSTALL_DIR:-${HOME:?set HOME or FRIGG_INSTALL_DIR}/.local/bin}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

get "$url/SHA256SUMS" "$work/SHA256SUMS" || fail "cannot download $url/SHA256SUMS"
want=$(awk -v file="$file" '$2 == file { print $1 }' "$work/SHA256SUMS")
[ -n "$want" ] || fail "$url/SHA256SUMS does not name $file"
get "$url/$file" "$work/$file" || fail "cannot download $url/$file"
have=$(digest "$work/$file")
[ "$have" = "$want" ] || fail "$file has SHA-256 $have, the release says $want: nothing was installed"

mkdir -p "$folder"
chmod 755 "$work/$file"
# Into the folder first, then renamed: a program that runs is never half replaced.
cp "$work/$file" "$folder/.frigg.new.$$"
mv -f "$folder/.frigg.new.$$" "$folder/frigg"
printf 'installed %s\n' "$folder/frigg"
case ":$PATH:" in
  *":$folder:"*) ;;
  *) printf 'add %s to your PATH, or name the whole path in your MCP host\n' "$folder" ;;
esac
