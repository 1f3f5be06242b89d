// Package wasmsection adds custom sections to WebAssembly modules, and takes them out.
package wasmsection

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// GoScript is the name of the section with the script that starts programs of Go, that of the Go
// that has built the program.
const GoScript = "wasm_exec.js"

// header is the beginning of a module: the mark and the version.
const header = "\x00asm\x01\x00\x00\x00"

// Append returns the module with a custom section at its end.
func Append(module []byte, name string, content []byte) []byte {
	section := binary.AppendUvarint(nil, uint64(len(name)))
	section = slices.Concat(section, []byte(name), content)
	module = binary.AppendUvarint(append(slices.Clone(module), 0), uint64(len(section)))
	return append(module, section...)
}

// Cut returns the module without the first custom section of the name, and the section's
// content. It returns an error if the bytes are no module, or the module has no such section.
func Cut(module []byte, name string) (rest, content []byte, err error) {
	if !bytes.HasPrefix(module, []byte(header)) {
		return nil, nil, fmt.Errorf("no WebAssembly of version 1")
	}
	for at := len(header); at < len(module); {
		size, n := binary.Uvarint(module[at+1:])
		begin := at + 1 + n
		if n <= 0 || size > uint64(len(module)-begin) {
			return nil, nil, fmt.Errorf("byte %d: a section of %d bytes, want at most %d", at, size, len(module)-begin)
		}
		end := begin + int(size)
		if content, ok := named(module[begin:end], name); ok && module[at] == 0 {
			return slices.Concat(module[:at], module[end:]), content, nil
		}
		at = end
	}
	return nil, nil, fmt.Errorf("no section %q", name)
}

// named returns the content of a custom section if it has the name.
func named(section []byte, name string) ([]byte, bool) {
	length, n := binary.Uvarint(section)
	if n <= 0 || length != uint64(len(name)) {
		return nil, false
	}
	return bytes.CutPrefix(section[n:], []byte(name))
}
