package main

// axpy adds a·x to dst.
func axpy() *function {
	f := &function{name: "axpy"}
	dst, a, x, n := f.parameter(i32), f.parameter(f32), f.parameter(i32), f.parameter(i32)
	f.each(dst, x, n, func(v value) value {
		return add(load(v128, dst.get(), 0), mul(vector(0x13, a.get()), v))
	})
	return f
}

// scale multiplies dst by a.
func scale() *function {
	f := &function{name: "scale"}
	dst, a, n := f.parameter(i32), f.parameter(f32), f.parameter(i32)
	x := f.variable(i32)
	f.set(x, dst.get())
	f.each(dst, x, n, func(v value) value { return mul(v, vector(0x13, a.get())) })
	return f
}

// each sets four of n floats of dst at a time to a function of those of x.
func (f *function) each(dst, x, n local, do func(v value) value) {
	stop := f.variable(i32)
	f.set(stop, plus(x.get(), bytes4(n.get())))
	f.while(less(x.get(), stop.get()), func() {
		f.store(v128, dst.get(), 0, do(load(v128, x.get(), 0)))
		f.advance(x, constant(16))
		f.advance(dst, constant(16))
	})
}

// relu sets dst to the larger of 0 and x.
func relu() *function {
	return activation("relu", func(_ *function, x value) value { return greater(x, splat(0)) })
}

// sigmoid sets dst to 1/(1+exp(-x)).
func sigmoid() *function {
	return activation("sigmoid", func(f *function, x value) value {
		p, s := f.exp(cut(negate(x), 87))
		return div(splat(1), add(splat(1), mul(s, add(splat(1), p))))
	})
}

// tanh sets dst to the hyperbolic tangent of x.
func tanh() *function {
	return activation("tanh", func(f *function, x value) value {
		p, s := f.exp(cut(add(x, x), 20))
		e := f.variable(v128)
		f.set(e, add(mul(s, p), sub(s, splat(1))))
		return div(e.get(), add(e.get(), splat(2)))
	})
}

// activation returns the kernel that sets dst to a function of x.
func activation(name string, of func(f *function, x value) value) *function {
	f := &function{name: name}
	p := f.pointers(3)
	x := f.variable(v128)
	f.each(p[0], p[1], p[2], func(v value) value {
		// The address of the destination is on the stack already; the variables are set here.
		inner := &function{parameters: f.parameters, locals: f.locals}
		inner.set(x, v)
		result := of(inner, x.get())
		f.locals = inner.locals
		return join(inner.code, result)
	})
	return f
}

// cut returns x limited to ±limit; NaN is unchanged.
func cut(x value, limit float32) value { return greater(lesser(x, splat(limit)), splat(-limit)) }

// exp returns p and s with exp(x) = s·(1+p), as expParts does.
func (f *function) exp(v value) (p, s value) {
	x, t, n, r, q := f.variable(v128), f.variable(v128), f.variable(v128), f.variable(v128), f.variable(v128)
	const roundC = 3 << 22
	f.set(x, v)
	f.set(t, add(mul(x.get(), splat(1.44269504088896341)), splat(roundC)))
	f.set(n, sub(t.get(), splat(roundC)))
	f.set(r, sub(x.get(), mul(n.get(), splat(0.693359375))))
	f.set(r, sub(r.get(), mul(n.get(), splat(-2.12194440e-4))))
	f.set(q, splat(1.9875691500e-4))
	for _, c := range []float32{1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1} {
		f.set(q, add(mul(q.get(), r.get()), splat(c)))
	}
	p = add(mul(q.get(), mul(r.get(), r.get())), r.get())
	return p, shiftLeft(addInt(t.get(), splatInt(127)), 23)
}
