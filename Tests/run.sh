#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks the whole package: installs what is missing, looks at the style, builds, and runs the tests.
#
#   bash Tests/run.sh [arguments of `swift test`, such as --filter HomographyTests]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

bash Pipelines/install.sh build run test
swift format lint --strict --recursive --parallel Package.swift Sources Tests
# Building first, with every product, so that the tests find the programs they start.
swift build --build-tests --quiet
exec swift test --skip-build --disable-xctest "$@"
