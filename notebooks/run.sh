#!/usr/bin/env bash
# Runs the notebooks, from a clean clone with Go: installs Jupyter's nbconvert if
# it is not there (Debian; as root or with sudo), builds the kernel, executes.
#
#   notebooks/run.sh                      # all of them, their outputs kept in place
#   notebooks/run.sh --quick --out DIR    # on a small scale, kept elsewhere; DIR as seen from here
#   notebooks/run.sh 02-*.ipynb           # by name, in this folder
#   notebooks/run.sh --kernel-only        # only what is needed to open them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
mkdir -p ../bin/notebooks
kernel=$(cd ../bin/notebooks && pwd)

as_root() {
	if [[ $(id -u) -eq 0 ]]; then
		"$@"
	else
		sudo "$@"
	fi
}

install_jupyter() {
	if ! command -v apt-get >/dev/null; then
		echo 'notebooks: jupyter nbconvert is missing: pip install nbconvert ipykernel' >&2
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	as_root apt-get -o DPkg::Lock::Timeout=300 update -qq
	as_root apt-get -o DPkg::Lock::Timeout=300 install -qq -y --no-install-recommends \
		jupyter-nbconvert jupyter-client >/dev/null
}

# The kernel and goimports, which it runs, at the versions of go.mod.
build_kernel() {
	mkdir -p "$kernel/jupyter/kernels/gonb"
	go build -o "$kernel/" tool
	cat >"$kernel/jupyter/kernels/gonb/kernel.json" <<EOT
{
  "argv": ["$kernel/gonb", "--kernel", "{connection_file}", "--raw_error"],
  "display_name": "Go (gonb)",
  "language": "go",
  "interrupt_mode": "message",
  "env": {"PATH": "$kernel:\${PATH}", "GOFLAGS": "", "GOWORK": ""}
}
EOT
}

build_kernel
if [[ ${1:-} == --kernel-only ]]; then exit; fi
jupyter nbconvert --version >/dev/null 2>&1 || install_jupyter
go build -o "$kernel/execute" ./execute
exec "$kernel/execute" --kernel "$kernel" "$@"
