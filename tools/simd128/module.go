package main

// Sections and kinds of a module (WebAssembly Core Specification 2.0, section 5).
const (
	typeSection, importSection, functionSection, tableSection = 1, 2, 3, 4
	exportSection, elementSection, codeSection                = 7, 9, 10

	ofFunction, ofTable, ofMemory = 0, 1, 2

	functionReference = 0x70
)

// kernelModule returns the module of kernels. It imports the memory of the program and the
// table, and puts its functions into the table in their order.
func kernelModule(all []*function) []byte {
	var types, functions, bodies, numbers [][]byte
	for i, f := range all {
		types = append(types, f.signature())
		functions = append(functions, number(i))
		bodies = append(bodies, sized(f.body()))
		numbers = append(numbers, number(i))
	}
	return join([]byte("\x00asm\x01\x00\x00\x00"),
		section(typeSection, types),
		section(importSection, [][]byte{
			join(text("host"), text("memory"), []byte{ofMemory, 0, 0}),
			join(text("host"), text("table"), []byte{ofTable, functionReference, 0}, number(len(all))),
		}),
		section(functionSection, functions),
		section(elementSection, [][]byte{join([]byte{0, i32Const, 0, end}, list(numbers))}),
		section(codeSection, bodies))
}

// linkModule returns the module whose functions call the entries of the table.
func linkModule(all []*function) []byte {
	var types, functions, bodies, exports [][]byte
	for i, f := range all {
		types = append(types, f.signature())
		functions = append(functions, number(i))
		var code []byte
		for k := range f.parameters {
			code = join(code, []byte{localGet}, number(k))
		}
		code = join(code, []byte{i32Const}, signed(i), []byte{callIndirect}, number(i), []byte{0, end})
		bodies = append(bodies, sized(join([]byte{0}, code))) // no locals
		exports = append(exports, join(text(f.name), []byte{ofFunction}, number(i)))
	}
	exports = append(exports, join(text("table"), []byte{ofTable, 0}))
	return join([]byte("\x00asm\x01\x00\x00\x00"),
		section(typeSection, types),
		section(functionSection, functions),
		section(tableSection, [][]byte{join([]byte{functionReference, 0}, number(len(all)))}),
		section(exportSection, exports),
		section(codeSection, bodies))
}

func section(id byte, entries [][]byte) []byte { return join([]byte{id}, sized(list(entries))) }

// list returns the number of entries and the entries.
func list(entries [][]byte) []byte { return join(number(len(entries)), join(entries...)) }

// sized returns the number of bytes and the bytes.
func sized(code []byte) []byte { return join(number(len(code)), code) }

func text(s string) []byte { return sized([]byte(s)) }

func join(parts ...[]byte) []byte {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// number returns the variable-length code (LEB128) of a number.
func number(n int) []byte {
	var code []byte
	for ; n > 0x7f; n >>= 7 {
		code = append(code, byte(n)|0x80)
	}
	return append(code, byte(n))
}

// signed returns the variable-length code of a number with a sign.
func signed(n int) []byte {
	var code []byte
	for ; n > 63 || n < -64; n >>= 7 {
		code = append(code, byte(n)|0x80)
	}
	return append(code, byte(n)&0x7f)
}
