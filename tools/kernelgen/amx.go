package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The instructions of the matrix unit (AMX), which neither avo nor Go's assembler has.
// They are emitted byte by byte in the encoding of Intel's manual: prefix VEX with the
// opcode map 0F38, opcode, ModRM, and SIB with a displacement of 32 bits for memory.

// tile is the number of a tile register, 0 to 7.
type tile uint8

// The mandatory prefixes of the instructions, as VEX encodes them.
const (
	prefixNone = iota
	prefix66
	prefixF3
	prefixF2
)

// emit emits the bytes of an instruction that reads the given registers. They stay where
// they are until then.
func emit(code []byte, inputs ...Op) {
	for _, b := range code {
		Instruction(&ir.Instruction{Opcode: "BYTE", Operands: []Op{U8(b)}, Inputs: inputs})
	}
}

// vex returns the prefix of an instruction of the map 0F38. base and index are the numbers
// of the registers of its address, source is its second source.
func vex(prefix, base, index byte, source tile) []byte {
	return []byte{0xc4, 0x80 | (^index>>3&1)<<6 | (^base>>3&1)<<5 | 2, byte(^source&0xf)<<3 | prefix}
}

// number returns the number of a general register in instructions.
func number(r GPPhysical) byte { return byte(r.PhysicalIndex()) }

// atAddress emits an instruction on a tile and the memory at base + index + offset.
func atAddress(prefix, opcode byte, t tile, base, index GPPhysical, offset int32) {
	code := append(vex(prefix, number(base), number(index), 0), opcode,
		0x84|byte(t)<<3, (number(index)&7)<<3|number(base)&7)
	for i := range 4 {
		code = append(code, byte(offset>>(8*i)))
	}
	emit(code, base, index)
}

// tileLoad loads rows from base + offset on, index bytes apart.
func tileLoad(t tile, base, index GPPhysical, offset int32) {
	Comment(fmt.Sprintf("TILELOADD %d(%s)(%s*1), TMM%d", offset, base.Asm(), index.Asm(), t))
	atAddress(prefixF2, 0x4b, t, base, index, offset)
}

// tileStore stores rows from base + offset on, index bytes apart.
func tileStore(t tile, base, index GPPhysical, offset int32) {
	Comment(fmt.Sprintf("TILESTORED TMM%d, %d(%s)(%s*1)", t, offset, base.Asm(), index.Asm()))
	atAddress(prefixF3, 0x4b, t, base, index, offset)
}

// tileZero clears a tile.
func tileZero(t tile) {
	Comment(fmt.Sprintf("TILEZERO TMM%d", t))
	emit(append(vex(prefixF2, 0, 0, 0), 0x49, 0xc0|byte(t)<<3))
}

// tileConfigure loads the shapes of the tiles from memory.
func tileConfigure(at GPPhysical) {
	Comment("LDTILECFG (" + at.Asm() + ")")
	code := append(vex(prefixNone, number(at), 0, 0), 0x49, 0x80|number(at)&7)
	emit(append(code, 0, 0, 0, 0), at)
}

// tileRelease gives the tiles back: the operating system need not save them.
func tileRelease() {
	Comment("TILERELEASE")
	emit(append(vex(prefixNone, 0, 0, 0), 0x49, 0xc0))
}

// tileProduct adds the product of tiles a and b to the tile sums.
func tileProduct(name string, prefix, opcode byte, sums, a, b tile) {
	Comment(fmt.Sprintf("%s TMM%d, TMM%d, TMM%d", name, b, a, sums))
	emit(append(vex(prefix, 0, 0, b), opcode, 0xc0|byte(sums)<<3|byte(a)))
}

// tileBytes is tileProduct for unsigned bytes in a and signed bytes in b.
func tileBytes(sums, a, b tile) { tileProduct("TDPBUSD", prefix66, 0x5e, sums, a, b) }

// tileHalves is tileProduct for pairs of bfloat16.
func tileHalves(sums, a, b tile) { tileProduct("TDPBF16PS", prefixF3, 0x5c, sums, a, b) }

// fixed loads an argument into the given register, which instructions of tiles use.
func fixed(name string, r GPPhysical) GPPhysical {
	p := Param(name)
	if _, err := p.Base().Resolve(); err == nil {
		Load(p.Base(), r)
	} else {
		Load(p, r)
	}
	return r
}
