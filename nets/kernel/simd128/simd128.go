// Package simd128 contains the kernels of package kernel for WebAssembly, which work on four
// floats at a time, and the script that gives them to a program. tools/simd128
// generates them.
//
// Not for other modules.
package simd128

import _ "embed"

// Links is the module whose functions a program imports.
//
//go:embed links.wasm
var Links []byte

// Kernel is the module of the kernels. It needs the memory of the program.
//
//go:embed kernel.wasm
var Kernel []byte

// Script defines the function startGo, which starts a program with both.
//
//go:embed kernel.js
var Script []byte
