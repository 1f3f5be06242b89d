package main

import (
	"encoding/binary"
	"math"
)

// kind is the type of a value.
type kind byte

const (
	i32  kind = 0x7f
	f32  kind = 0x7d
	v128 kind = 0x7b
)

// Instructions that functions use by name.
const (
	block, loop, when, end                   = 0x02, 0x03, 0x04, 0x0b
	branchIf, callIndirect                   = 0x0d, 0x11
	localGet, localSet                       = 0x20, 0x21
	i32Load, f32Load, i32Store, f32Store     = 0x28, 0x2a, 0x36, 0x38
	i32Const                                 = 0x41
	simd                                     = 0xfd
	noResult                                 = 0x40
	load128, load32Splat, store128, const128 = 0x00, 0x09, 0x0b, 0x0c
)

// value is the code of an expression.
type value = []byte

// function is a kernel in work.
type function struct {
	name       string
	parameters []kind
	result     bool // an i32
	locals     []kind
	code       []byte
}

// local is a parameter or a variable of a function.
type local int

func (f *function) parameter(k kind) local {
	f.parameters = append(f.parameters, k)
	return local(len(f.parameters) - 1)
}

// pointers returns parameters that are addresses or numbers.
func (f *function) pointers(n int) []local {
	all := make([]local, n)
	for i := range all {
		all[i] = f.parameter(i32)
	}
	return all
}

// variable returns a new variable. All parameters come before.
func (f *function) variable(k kind) local {
	f.locals = append(f.locals, k)
	return local(len(f.parameters) + len(f.locals) - 1)
}

func (f *function) variables(k kind, n int) []local {
	all := make([]local, n)
	for i := range all {
		all[i] = f.variable(k)
	}
	return all
}

func (f *function) signature() []byte {
	code := join([]byte{0x60}, number(len(f.parameters)))
	for _, k := range f.parameters {
		code = append(code, byte(k))
	}
	if f.result {
		return append(code, 1, byte(i32))
	}
	return append(code, 0)
}

func (f *function) body() []byte {
	var locals [][]byte
	for _, k := range f.locals {
		locals = append(locals, []byte{1, byte(k)})
	}
	return join(list(locals), f.code, []byte{end})
}

func (f *function) emit(parts ...[]byte) { f.code = append(f.code, join(parts...)...) }

// set assigns a value to a variable.
func (f *function) set(to local, v value) { f.emit(v, []byte{localSet}, number(int(to))) }

// advance adds to a variable.
func (f *function) advance(l local, by value) { f.set(l, plus(l.get(), by)) }

// store writes a value of a kind at an address.
func (f *function) store(k kind, address value, offset int, v value) {
	code := map[kind][]byte{i32: {i32Store, 2}, f32: {f32Store, 2}, v128: {simd, store128, 2}}[k]
	f.emit(address, v, code, number(offset))
}

// while repeats do as long as a condition holds.
func (f *function) while(condition value, do func()) {
	f.when(condition, func() {
		f.emit([]byte{loop, noResult})
		do()
		f.emit(condition, []byte{branchIf, 0, end})
	})
}

// when does something if a condition holds.
func (f *function) when(condition value, do func()) {
	f.emit(condition, []byte{when, noResult})
	do()
	f.emit([]byte{end})
}

func (l local) get() value { return join([]byte{localGet}, number(int(l))) }

func constant(n int) value { return join([]byte{i32Const}, signed(n)) }

// splat returns four equal floats.
func splat(x float32) value {
	code := []byte{simd, const128}
	for range 4 {
		code = binary.LittleEndian.AppendUint32(code, math.Float32bits(x))
	}
	return code
}

// splatInt returns four equal integers.
func splatInt(n uint32) value { return splat(math.Float32frombits(n)) }

// load reads a value of a kind at an address.
func load(k kind, address value, offset int) value {
	code := map[kind][]byte{i32: {i32Load, 2}, f32: {f32Load, 2}, v128: {simd, load128, 2}}[k]
	return join(address, code, number(offset))
}

// loadSplat reads a float into all lanes.
func loadSplat(address value, offset int) value {
	return join(address, []byte{simd, load32Splat, 2}, number(offset))
}

// Operations on integers.
func plus(a, b value) value  { return join(a, b, []byte{0x6a}) }
func minus(a, b value) value { return join(a, b, []byte{0x6b}) }
func times(a, b value) value { return join(a, b, []byte{0x6c}) }
func and(a, b value) value   { return join(a, b, []byte{0x71}) }
func less(a, b value) value  { return join(a, b, []byte{0x48}) }           // with signs
func zeros(a value) value    { return join(a, []byte{0x68}) }              // number of zeros at the end
func bytes4(a value) value   { return join(a, []byte{i32Const, 2, 0x74}) } // of floats
func quarter(a value) value  { return join(a, []byte{i32Const, 2, 0x76}) } // floats of bytes

// Operations on floats.
func addF(a, b value) value { return join(a, b, []byte{0x92}) }
func subF(a, b value) value { return join(a, b, []byte{0x93}) }

// vector returns an operation on four lanes.
func vector(op byte, operands ...value) value {
	return join(join(operands...), []byte{simd}, number(int(op)))
}

func join4(op byte) func(a, b value) value {
	return func(a, b value) value { return vector(op, a, b) }
}

// Operations on four floats or integers.
var (
	add, sub, mul, div = join4(0xe4), join4(0xe5), join4(0xe6), join4(0xe7)
	lesser, greater    = join4(0xea), join4(0xeb) // pmin and pmax: the first if one is NaN
	differ             = join4(0x42)
	addInt             = join4(0xae)
)

func negate(a value) value           { return vector(0xe1, a) }
func bits(a value) value             { return vector(0xa4, a) } // the sign bits of the lanes
func shiftLeft(a value, n int) value { return vector(0xab, a, constant(n)) }
func lane(a value, n int) value      { return join(a, []byte{simd, 0x1f, byte(n)}) }

// upper returns the upper two lanes in the places of the lower ones.
func upper(a value) value {
	return join(a, a, []byte{simd, 0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15})
}
