package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The kernels for NEON are those for AVX2, translated instruction by instruction: a register
// Yn of eight floats becomes the registers V2n and V2n+1 of four, and Xn becomes V2n. So
// they add in the same order and give the same bits. An instruction that needs registers of
// its own takes them from the end; the kernels must leave Y15 free.

// translation is the NEON code made so far.
type translation struct {
	strings.Builder
	line    string   // in work, for errors
	flags   bool     // the last instruction set the flags
	highest int      // number of the highest register Y or X in the function
	taken   int      // most registers taken from the end in the function
	vectors []string // registers that this instruction has taken
}

// translate translates a file of Go's assembler from AVX2 to NEON.
func translate(code []byte) (out []byte, err error) {
	t := &translation{highest: -1}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%q: %v", t.line, r)
		}
	}()
	for _, t.line = range strings.Split(string(bytes.TrimSpace(code)), "\n") {
		switch {
		case strings.HasPrefix(t.line, "// Requires:"):
		case strings.HasPrefix(t.line, "TEXT"):
			t.endFunction()
			t.WriteString(t.line + "\n")
		case strings.HasPrefix(t.line, "\t"):
			t.instruction(strings.TrimSpace(t.line))
		default: // labels, data and comments
			t.WriteString(t.line + "\n")
		}
	}
	t.endFunction()
	t.WriteString(laneBits)
	return []byte(t.String()), nil
}

// laneBits are the bits of VMOVMSKPS, a word for each lane.
const laneBits = `
DATA laneBits<>+0(SB)/8, $0x0000000200000001
DATA laneBits<>+8(SB)/8, $0x0000000800000004
DATA laneBits<>+16(SB)/8, $0x0000002000000010
DATA laneBits<>+24(SB)/8, $0x0000008000000040
GLOBL laneBits<>(SB), RODATA|NOPTR, $32
`

// endFunction checks that a function has not used registers that its instructions took.
func (t *translation) endFunction() {
	if t.taken > 0 && 2*t.highest+1 > 31-t.taken {
		panic(fmt.Sprintf("the function before uses Y%d, and its instructions %d more registers", t.highest, t.taken))
	}
	t.highest, t.taken = -1, 0
}

// emit writes an instruction.
func (t *translation) emit(format string, args ...any) {
	fmt.Fprintf(t, "\t"+format+"\n", args...)
}

// take returns a vector register for the instruction in work, from V31 down in pairs.
func (t *translation) take() string {
	r := fmt.Sprintf("V%d", []int{30, 31, 28, 29}[len(t.vectors)])
	t.vectors = append(t.vectors, r)
	t.taken = max(t.taken, (len(t.vectors)+1)/2*2)
	return r
}

// general are the general registers by those of AMD64.
var general = map[string]string{
	"AX": "R0", "CX": "R1", "DX": "R2", "BX": "R3", "SI": "R4", "DI": "R5", "BP": "R6", "R8": "R7",
	"R9": "R8", "R10": "R9", "R11": "R10", "R12": "R11", "R13": "R12", "R14": "R13", "R15": "R14",
}

// Registers for addresses and constants, which no other register becomes.
const (
	address = "R19"
	value   = "R20"
)

// halves returns the vector registers of an operand: two for Y, one for X.
func (t *translation) halves(operand string) []string {
	n, err := strconv.Atoi(operand[1:])
	if err != nil || operand[0] != 'X' && operand[0] != 'Y' {
		panic("no vector register: " + operand)
	}
	t.highest = max(t.highest, n)
	if operand[0] == 'X' {
		return []string{vector(2 * n)}
	}
	return []string{vector(2 * n), vector(2*n + 1)}
}

func vector(n int) string { return fmt.Sprintf("V%d", n) }

// isVector reports whether an operand is a vector register.
func isVector(operand string) bool { return operand[0] == 'X' || operand[0] == 'Y' }

var memory = regexp.MustCompile(`^(-?\d*)\((\w+)\)(?:\((\w+)\*(\d)\))?$`)

// locate returns the memory operand with a base register alone; it adds an index first.
func (t *translation) locate(operand string) string {
	if strings.HasSuffix(operand, "(FP)") {
		return operand
	}
	if strings.HasSuffix(operand, "(SB)") {
		t.emit("MOVD $%s, %s", operand, address)
		return "(" + address + ")"
	}
	m := memory.FindStringSubmatch(operand)
	if m == nil {
		panic("no memory: " + operand)
	}
	base := general[m[2]]
	if m[3] != "" {
		t.emit("ADD %s<<%d, %s, %s", general[m[3]], map[string]int{"1": 0, "2": 1, "4": 2, "8": 3}[m[4]], base, address)
		base = address
	}
	return m[1] + "(" + base + ")"
}

// pointTo returns a register with the address of a memory operand.
func (t *translation) pointTo(operand string) string {
	at := t.locate(operand)
	offset, base, _ := strings.Cut(strings.TrimSuffix(at, ")"), "(")
	if offset != "" {
		t.emit("ADD $%s, %s, %s", offset, base, address)
		return address
	}
	return base
}

// floats returns the registers of an operand; it loads them from memory first.
func (t *translation) floats(operand string, n int) []string {
	if isVector(operand) {
		return t.halves(operand)
	}
	var all []string
	for range n {
		all = append(all, t.take())
	}
	t.move(t.locate(operand), all, true)
	return all
}

// move loads or stores one or two registers.
func (t *translation) move(at string, all []string, load bool) {
	name, list := "MOVQ", float(all[0])
	if len(all) == 2 {
		name, list = "PQ", "("+float(all[0])+", "+float(all[1])+")"
	}
	switch {
	case load && len(all) == 2:
		t.emit("FLD%s %s, %s", name, at, list)
	case load:
		t.emit("F%s %s, %s", name, at, list)
	case len(all) == 2:
		t.emit("FST%s %s, %s", name, list, at)
	default:
		t.emit("F%s %s, %s", name, list, at)
	}
}

// float returns the name of a vector register as a scalar.
func float(v string) string { return "F" + v[1:] }

func number32(v string) uint32 {
	n, err := strconv.ParseUint(v[1:], 10, 5)
	if err != nil {
		panic(err)
	}
	return uint32(n)
}

// three emits d = n op m for four lanes, by the code of an instruction that Go's assembler
// does not know.
func (t *translation) three(name string, code uint32, m, n, d string) {
	t.emit("WORD $%#08x // %s %s.S4, %s.S4, %s.S4", code|number32(m)<<16|number32(n)<<5|number32(d), name, m, n, d)
}

// two emits d = op n.
func (t *translation) two(name string, code uint32, n, d string) {
	t.emit("WORD $%#08x // %s %s.S4, %s.S4", code|number32(n)<<5|number32(d), name, n, d)
}

// copyTo copies a whole register.
func (t *translation) copyTo(from, to string) {
	if from != to {
		t.emit("VMOV %s.B16, %s.B16", from, to)
	}
}

// encoded is an instruction that Go's assembler does not know: its name and code.
type encoded struct {
	name string
	code uint32
}

// Operations on four floats (Arm Architecture Reference Manual, C7.2).
var (
	binary = map[string]encoded{
		"VADDPS": {"FADD", 0x4e20d400}, "VSUBPS": {"FSUB", 0x4ea0d400},
		"VMULPS": {"FMUL", 0x6e20dc00}, "VDIVPS": {"FDIV", 0x6e20fc00},
	}
	unary = map[string]encoded{
		"VSQRTPS": {"FSQRT", 0x6ea1f800}, "VCVTPS2DQ": {"FCVTNS", 0x4e21a800}, "VCVTTPS2DQ": {"FCVTZS", 0x4ea1b800},
	}
	roundings = map[string]encoded{"$0x08": {"FRINTN", 0x4e218800}, "$0x0b": {"FRINTZ", 0x4ea19800}}
	// integers are the operations on bits and integers that Go's assembler knows.
	integers = map[string]string{
		"VXORPS": "VEOR B16", "VPXOR": "VEOR B16", "VORPS": "VORR B16", "VANDPS": "VAND B16",
		"VPADDD": "VADD S4", "VPMINUD": "VUMIN S4", "VUNPCKLPS": "VZIP1 S4", "VUNPCKHPS": "VZIP2 S4",
	}
	shuffles = map[string]string{"$0x88": "VUZP1 S4", "$0xdd": "VUZP2 S4", "$0x44": "VZIP1 D2", "$0xee": "VZIP2 D2"}
)

const (
	fcmeq, fcmgt = 0x4e20e400, 0x6ea0e400
	not          = 0x6e205800
	mul          = 0x4ea09c00
	sshr31       = 0x4f210400
)

// known emits an instruction that Go's assembler knows, given with its lanes.
func (t *translation) known(name string, m, n, d string) {
	name, lanes, _ := strings.Cut(name, " ")
	t.emit("%s %s.%s, %s.%s, %s.%s", name, m, lanes, n, lanes, d, lanes)
}

// instruction translates one instruction.
func (t *translation) instruction(line string) {
	t.vectors = t.vectors[:0]
	name, rest, _ := strings.Cut(line, " ")
	var args []string
	if rest = strings.TrimSpace(rest); rest != "" {
		args = strings.Split(rest, ", ")
	}
	hadFlags := t.flags
	t.flags = false
	if branch, ok := branches[name]; ok {
		if branch != "JMP" && !hadFlags {
			panic("a branch that does not follow a comparison")
		}
		t.emit("%s %s", branch, args[0])
		return
	}
	if name[0] == 'V' {
		t.vectorInstruction(name, args)
		return
	}
	t.generalInstruction(name, args)
}

var branches = map[string]string{"JMP": "JMP", "JL": "BLT", "JLE": "BLE", "JG": "BGT", "JNE": "BNE", "JNZ": "BNE"}

// operand returns a general register or a constant.
func operand(arg string) string {
	if r, ok := general[arg]; ok {
		return r
	}
	if arg[0] != '$' {
		panic("no register: " + arg)
	}
	return arg
}

// generalInstruction translates an instruction on general registers.
func (t *translation) generalInstruction(name string, args []string) {
	switch name {
	case "RET":
		t.emit("RET")
	case "MOVQ":
		t.moveGeneral("MOVD", args)
	case "MOVL":
		t.moveGeneral("MOVWU", args)
	case "MOVLQSX":
		t.emit("MOVW %s, %s", t.locate(args[0]), operand(args[1]))
	case "LEAQ":
		t.emit("MOVD %s, %s", t.pointTo(args[0]), operand(args[1]))
	case "XORQ":
		t.emit("EOR %s, %s", operand(args[0]), operand(args[1]))
	case "ADDQ", "SUBQ", "SHLQ", "SHRQ", "IMULQ":
		known := map[string]string{"ADDQ": "ADD", "SUBQ": "SUB", "SHLQ": "LSL", "SHRQ": "LSR", "IMULQ": "MUL"}[name]
		t.emit("%s %s, %s", known, operand(args[0]), operand(args[1]))
	case "INCQ":
		t.emit("ADD $1, %s", operand(args[0]))
	case "DECQ":
		t.emit("SUBS $1, %s", operand(args[0]))
		t.flags = true
	case "TESTQ":
		t.emit("CMP $0, %s", operand(args[0]))
		t.flags = true
	case "CMPQ":
		t.emit("CMP %s, %s", operand(args[1]), operand(args[0]))
		t.flags = true
	case "POPCNTL":
		v := t.take()
		t.emit("FMOVS %s, %s", operand(args[0]), float(v))
		t.emit("VCNT %s.B8, %s.B8", v, v)
		t.emit("VUADDLV %s.B8, %s", v, v)
		t.emit("FMOVS %s, %s", float(v), operand(args[1]))
	default:
		panic("unknown instruction")
	}
}

// moveGeneral translates a move between general registers, constants and memory.
func (t *translation) moveGeneral(name string, args []string) {
	from, to := args[0], args[1]
	switch _, toRegister := general[to]; {
	case !toRegister:
		t.emit("%s %s, %s", strings.TrimSuffix(name, "U"), operand(from), t.locate(to))
	case strings.HasSuffix(from, ")"):
		t.emit("%s %s, %s", name, t.locate(from), operand(to))
	default:
		t.emit("%s %s, %s", name, operand(from), operand(to))
	}
}
