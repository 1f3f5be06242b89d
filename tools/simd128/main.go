// Command simd128 writes the kernels for WebAssembly: instructions on four floats (SIMD128),
// which Go's compiler and assembler do not have. It makes two modules. kernel.wasm contains
// the kernels and works on the memory of the Go program. That memory exists only when the
// program is there, and the program needs its imports before. So the program imports the
// functions of links.wasm, each of which calls an entry of a table, and kernel.wasm fills the
// table later. go generate ./nets/kernel runs the command.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "`folder` of the modules")
	flag.Parse()
	all := kernels()
	for name, module := range map[string][]byte{"kernel.wasm": kernelModule(all), "links.wasm": linkModule(all)} {
		if err := os.WriteFile(filepath.Join(*out, name), module, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
