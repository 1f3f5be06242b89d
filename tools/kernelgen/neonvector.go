package main

import "strings"

// vectorInstruction translates an instruction on vectors. The last argument is the result,
// the one before it the first source.
func (t *translation) vectorInstruction(name string, args []string) {
	last := len(args) - 1
	switch name {
	case "VZEROUPPER":
	case "VMOVUPS", "VMOVAPS", "VMOVDQU":
		t.moveVector(args[0], args[1])
	case "VMOVSS":
		if isVector(args[0]) {
			t.emit("FMOVS %s, %s", float(t.halves(args[0])[0]), t.locate(args[1]))
		} else {
			t.emit("FMOVS %s, %s", t.locate(args[0]), float(t.halves(args[1])[0]))
		}
	case "VMOVQ":
		t.emit("FMOVD %s, %s", float(t.halves(args[0])[0]), operand(args[1]))
	case "VPEXTRQ":
		t.emit("VMOV %s.D[1], %s", t.halves(args[1])[0], operand(args[2]))
	case "VINSERTPS":
		lane := strings.Index("123", args[0][len("$0x"):len("$0x")+1]) + 1
		t.emit("VLD1 (%s), %s.S[%d]", t.pointTo(args[1]), t.halves(args[last])[0], lane)
	case "VBROADCASTSS", "VPBROADCASTD":
		t.broadcast(args[0], t.halves(args[1]))
	case "VBROADCASTF128":
		d := t.halves(args[1])
		t.move(t.locate(args[0]), d[:1], true)
		t.copyTo(d[0], d[1])
	case "VADDSS":
		a := t.take()
		if isVector(args[0]) {
			a = t.halves(args[0])[0]
		} else {
			t.emit("FMOVS %s, %s", t.locate(args[0]), float(a))
		}
		t.emit("FADDS %s, %s, %s", float(a), float(t.halves(args[1])[0]), float(t.halves(args[2])[0]))
	case "VFMADD231PS", "VFNMADD231PS":
		code := map[string]string{"VFMADD231PS": "VFMLA S4", "VFNMADD231PS": "VFMLS S4"}[name]
		t.lanewise(args, func(m, n, d string) { t.known(code, m, n, d) })
	case "VFMADD213PS":
		t.lanewise(args, func(m, n, d string) {
			sum := t.take()
			t.copyTo(m, sum)
			t.known("VFMLA S4", n, d, sum)
			t.copyTo(sum, d)
		})
	case "VMAXPS", "VMINPS":
		t.lanewise(args, func(m, n, d string) { t.choose(name == "VMAXPS", m, n, d) })
	case "VCMPPS":
		t.compare(args[0], args[1:])
	case "VBLENDVPS":
		t.blend(args)
	case "VMOVMSKPS":
		t.mask(t.halves(args[0]), operand(args[1]))
	case "VROUNDPS":
		by := roundings[args[0]]
		t.lanewise(args[1:], func(_, n, d string) { t.two(by.name, by.code, n, d) })
	case "VPSLLD":
		t.lanewise(args[1:], func(_, n, d string) { t.emit("VSHL %s, %s.S4, %s.S4", args[0], n, d) })
	case "VPMOVZXBD":
		d := t.halves(args[1])
		t.emit("FMOVD %s, %s", t.locate(args[0]), float(d[0]))
		t.emit("VUXTL %s.B8, %s.H8", d[0], d[0])
		t.emit("VUXTL2 %s.H8, %s.S4", d[0], d[1])
		t.emit("VUXTL %s.H4, %s.S4", d[0], d[0])
	case "VPERMPS":
		t.permute(t.halves(args[0]), t.halves(args[1]), t.halves(args[2]))
	case "VSHUFPS":
		t.lanewise(args[1:], func(m, n, d string) { t.known(shuffles[args[0]], m, n, d) })
	case "VMOVHLPS":
		t.known("VZIP2 D2", t.halves(args[1])[0], t.halves(args[0])[0], t.halves(args[2])[0])
	case "VMOVLHPS":
		t.known("VZIP1 D2", t.halves(args[0])[0], t.halves(args[1])[0], t.halves(args[2])[0])
	case "VMOVSHDUP":
		s := t.halves(args[0])[0]
		t.known("VTRN2 S4", s, s, t.halves(args[1])[0])
	case "VEXTRACTF128", "VEXTRACTI128":
		t.copyTo(t.halves(args[1])[1], t.halves(args[2])[0])
	case "VINSERTF128":
		t.insert(args[1], t.halves(args[2]), t.halves(args[3]))
	case "VPERM2F128":
		t.exchange(args[0], t.halves(args[1]), t.halves(args[2]), t.halves(args[3]))
	default:
		t.simple(name, args)
	}
}

// simple translates an operation on each lane that is one instruction.
func (t *translation) simple(name string, args []string) {
	if op, ok := binary[name]; ok {
		t.lanewise(args, func(m, n, d string) { t.three(op.name, op.code, m, n, d) })
		return
	}
	if op, ok := unary[name]; ok {
		t.lanewise(args, func(_, n, d string) { t.two(op.name, op.code, n, d) })
		return
	}
	if op, ok := integers[name]; ok {
		t.lanewise(args, func(m, n, d string) { t.known(op, m, n, d) })
		return
	}
	panic("unknown instruction")
}

// lanewise runs op for each half: with the registers of the first argument, of the one before
// the last, which may be the same, and of the last.
func (t *translation) lanewise(args []string, op func(m, n, d string)) {
	d := t.halves(args[len(args)-1])
	m := t.floats(args[0], len(d))
	n := m
	if len(args) > 2 {
		n = t.halves(args[1])
	}
	for i := range d {
		op(m[i], n[i], d[i])
	}
}

// moveVector translates a move of whole registers.
func (t *translation) moveVector(from, to string) {
	switch {
	case !isVector(from):
		t.move(t.locate(from), t.halves(to), true)
	case !isVector(to):
		t.move(t.locate(to), t.halves(from), false)
	default:
		d := t.halves(to)
		for i, s := range t.halves(from)[:len(d)] {
			t.copyTo(s, d[i])
		}
	}
}

// broadcast loads one value into every lane.
func (t *translation) broadcast(from string, d []string) {
	if strings.HasSuffix(from, "(FP)") {
		t.emit("FMOVS %s, %s", from, float(d[0]))
		t.emit("VDUP %s.S[0], %s.S4", d[0], d[0])
	} else {
		t.emit("VLD1R (%s), [%s.S4]", t.pointTo(from), d[0])
	}
	for _, half := range d[1:] {
		t.copyTo(d[0], half)
	}
}

// choose sets d to n where it is above m, or below it, and otherwise, as if one of the two is
// NaN or both are zero, to m. FMAX and FMIN treat these cases differently.
func (t *translation) choose(above bool, m, n, d string) {
	which := t.take()
	if above {
		t.three("FCMGT", fcmgt, m, n, which)
	} else {
		t.three("FCMGT", fcmgt, n, m, which)
	}
	t.known("VBSL B16", m, n, which)
	t.copyTo(which, d)
}

// compare sets the bits of each lane in which the comparison with the given number holds.
func (t *translation) compare(predicate string, args []string) {
	t.lanewise(args, func(m, n, d string) {
		switch predicate {
		case "$0x04": // differ, or one is NaN
			t.three("FCMEQ", fcmeq, m, n, d)
			t.two("NOT", not, d, d)
		case "$0x1e": // greater
			t.three("FCMGT", fcmgt, m, n, d)
		default:
			panic("unknown comparison")
		}
	})
}

// blend translates the choice of lanes by the sign bits of the first argument.
func (t *translation) blend(args []string) {
	sign, m, n, d := t.halves(args[0]), t.halves(args[1]), t.halves(args[2]), t.halves(args[3])
	for i := range d {
		which := t.take()
		t.two("SSHR $31,", sshr31, sign[i], which)
		t.known("VBSL B16", n[i], m[i], which)
		t.copyTo(which, d[i])
	}
}

// mask sets a general register to a bit for each of eight lanes, whose bits are all equal.
func (t *translation) mask(lanes []string, to string) {
	bits := []string{t.take(), t.take()}
	t.emit("MOVD $laneBits<>(SB), %s", address)
	t.move("("+address+")", bits, true)
	for i, b := range bits {
		t.known("VAND B16", lanes[i], b, b)
	}
	t.known("VORR B16", bits[0], bits[1], bits[0])
	t.emit("VADDV %s.S4, %s", bits[0], bits[0])
	t.emit("FMOVS %s, %s", float(bits[0]), to)
}

// permute sets d to the lanes of s with the given numbers.
func (t *translation) permute(s, lanes, d []string) {
	first, factor, offset := t.take(), t.take(), t.take()
	t.emit("MOVD $0x04040404, %s", value)
	t.emit("VDUP %s, %s.S4", value, factor)
	t.emit("MOVD $0x03020100, %s", value)
	t.emit("VDUP %s, %s.S4", value, offset)
	for i, to := range []string{first, factor} { // the numbers of bytes
		t.three("MUL", mul, factor, lanes[i], to)
		t.known("VADD S4", offset, to, to)
	}
	t.emit("VTBL %s.B16, [%s.B16, %s.B16], %s.B16", first, s[0], s[1], first)
	t.emit("VTBL %s.B16, [%s.B16, %s.B16], %s.B16", factor, s[0], s[1], d[1])
	t.copyTo(first, d[0])
}

// insert sets d to n with its upper half replaced.
func (t *translation) insert(upper string, n, d []string) {
	half := t.floats(upper, 1)[0]
	if half == d[0] && half != n[0] {
		kept := t.take()
		t.copyTo(half, kept)
		half = kept
	}
	t.copyTo(n[0], d[0])
	t.copyTo(half, d[1])
}

// exchange sets d to the lower halves of n and m, or to their upper halves.
func (t *translation) exchange(which string, m, n, d []string) {
	half := map[string]int{"$0x20": 0, "$0x31": 1}[which]
	upper := t.take()
	t.copyTo(m[half], upper)
	t.copyTo(n[half], d[0])
	t.copyTo(upper, d[1])
}
