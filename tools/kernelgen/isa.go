package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// isa is an instruction set of the kernels.
//
// The unit of all loops is the group: sixteen floats, one register of AVX-512
// or two of AVX2 and NEON.
type isa struct {
	name     string // suffix of the functions
	lanes    int    // floats in a register
	perGroup int    // registers in a group
	sums     int    // number of registers for the sums of a loop; the others are for other values
	rowSums  int    // groups of columns that the loops over rows keep in registers
}

// The kernels for NEON are made from the instructions of AVX2: see translation. They leave a
// register free.
var (
	avx512 = isa{name: "AVX512", lanes: 16, perGroup: 1, sums: 24, rowSums: 16}
	avx2   = isa{name: "AVX2", lanes: 8, perGroup: 2, sums: 12, rowSums: 7}
	neon   = isa{name: "NEON", lanes: 8, perGroup: 2, sums: 12, rowSums: 6}
)

// groupBytes is the size of a group in memory.
const groupBytes = 64

// function begins the function with the given name and arguments.
func (v isa) function(name, signature, doc string) {
	TEXT(name+v.name, NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(name + v.name + " " + doc)
}

// end returns from the function.
func (v isa) end() {
	VZEROUPPER()
	RET()
}

// bytes returns the size of a register in memory.
func (v isa) bytes() int { return 4 * v.lanes }

// reg returns a new register.
func (v isa) reg() VecVirtual {
	if v == avx512 {
		return ZMM()
	}
	return YMM()
}

// regs returns n new registers.
func (v isa) regs(n int) []VecVirtual {
	all := make([]VecVirtual, n)
	for i := range all {
		all[i] = v.reg()
	}
	return all
}

// load returns new registers for n groups, filled from memory.
func (v isa) load(from Mem, n int) []VecVirtual {
	all := v.regs(n * v.perGroup)
	for i, r := range all {
		VMOVUPS(from.Offset(i*v.bytes()), r)
	}
	return all
}

// store writes registers to memory.
func (v isa) store(all []VecVirtual, to Mem) {
	for i, r := range all {
		VMOVUPS(r, to.Offset(i*v.bytes()))
	}
}

// zero returns n new registers filled with zeros.
func (v isa) zero(n int) []VecVirtual {
	all := v.regs(n)
	for _, r := range all {
		VXORPS(r, r, r)
	}
	return all
}

// broadcast returns a new register with the float in memory in every lane.
func (v isa) broadcast(from Mem) VecVirtual {
	r := v.reg()
	VBROADCASTSS(from, r)
	return r
}

// constant returns a new register with the constant in every lane.
func (v isa) constant(f float32) VecVirtual { return v.broadcast(word(math.Float32bits(f))) }

// words are the constants in memory.
var words = map[uint32]Mem{}

// word returns the address of a constant.
func word(bits uint32) Mem {
	if _, made := words[bits]; !made {
		words[bits] = ConstData(fmt.Sprintf("word%08x", bits), U32(bits))
	}
	return words[bits]
}

// pointer loads the address in a slice or pointer argument.
func pointer(name string) Register {
	p := Param(name)
	if _, err := p.Base().Resolve(); err == nil {
		return Load(p.Base(), GP64())
	}
	return Load(p, GP64())
}

// length loads the length of a slice argument.
func length(name string) Register { return Load(Param(name).Len(), GP64()) }

// integer loads an int argument.
func integer(name string) Register { return Load(Param(name), GP64()) }

// bytesOf loads an int argument that counts floats and converts it into bytes.
func bytesOf(name string) Register {
	r := integer(name)
	SHLQ(U8(2), r)
	return r
}

// labels counts the labels, which must be unique within a function.
var labels int

// label returns a new label.
func label(what string) string {
	labels++
	return fmt.Sprintf("%s%d", what, labels)
}

// loop runs body count times, at least once. It overwrites count.
func loop(count Register, body func()) {
	top := label("loop")
	Label(top)
	body()
	DECQ(count)
	JNZ(LabelRef(top))
}

// choose runs body(n), where n is the value of the register, from lo to hi. The generated
// code finds the code of this n by a binary search.
func choose(n Register, lo, hi int, body func(n int)) {
	done := label("done")
	var search func(lo, hi int)
	search = func(lo, hi int) {
		if lo == hi {
			body(lo)
			JMP(LabelRef(done))
			return
		}
		mid, above := (lo+hi)/2, label("above")
		CMPQ(n, U32(uint32(mid)))
		JG(LabelRef(above))
		search(lo, mid)
		Label(above)
		search(mid+1, hi)
	}
	search(lo, hi)
	Label(done)
}

// blocks divides groups, at least one, into blocks of similar sizes of at most most groups.
// It runs body for each block with the block's size, and overwrites groups.
func blocks(groups Register, most int, body func(size int)) {
	next := label("block")
	cut := label("cut")
	Label(next)
	size := GP64()
	MOVQ(groups, size)
	CMPQ(groups, U32(uint32(most)))
	JLE(LabelRef(cut))
	INCQ(size)
	SHRQ(U8(1), size)
	CMPQ(groups, U32(uint32(2*most)))
	JLE(LabelRef(cut))
	MOVQ(U32(uint32(most)), size)
	Label(cut)
	SUBQ(size, groups)
	choose(size, 1, most, body)
	TESTQ(groups, groups)
	JNZ(LabelRef(next))
}
