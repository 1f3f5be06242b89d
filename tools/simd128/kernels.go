package main

// Each kernel gives the bits of its version in plain Go: it rounds each product before it
// adds, and adds in the same order. Numbers of columns are multiples of 16.

// kernels returns all kernels.
func kernels() []*function {
	return []*function{nonzero(), diff(), addRows(), axpy(), scale(), sigmoid(), tanh(), relu(), matVec(), mulNN()}
}

// nonzero finds what is not zero in x: it writes numbers and values, and returns how many.
func nonzero() *function {
	f := &function{name: "nonzero", result: true}
	p := f.pointers(4)
	f.search(p[0], p[1], p[2], p[3], func(value) value { return splat(0) }, func(_, v value) value { return v })
	return f
}

// diff finds where x and base differ: it writes numbers and differences, and returns how many.
func diff() *function {
	f := &function{name: "diff", result: true}
	p := f.pointers(5)
	base := p[3]
	f.search(p[0], p[1], p[2], p[4],
		func(at value) value { return load(v128, plus(base.get(), at), 0) },
		func(at, v value) value { return subF(v, load(f32, plus(base.get(), at), 0)) })
	return f
}

// search compares four of n floats of x at a time with those of other, and writes the number
// and the value of each that differs.
func (f *function) search(idx, val, x, n local, other func(at value) value, found func(at, v value) value) {
	from, lanes, at, count := f.variable(i32), f.variable(i32), f.variable(i32), f.variable(i32)
	f.set(n, bytes4(n.get()))
	f.while(less(from.get(), n.get()), func() {
		f.set(lanes, bits(differ(load(v128, plus(x.get(), from.get()), 0), other(from.get()))))
		f.while(lanes.get(), func() {
			f.set(at, plus(from.get(), bytes4(zeros(lanes.get()))))
			f.store(i32, plus(idx.get(), count.get()), 0, quarter(at.get()))
			f.store(f32, plus(val.get(), count.get()), 0, found(at.get(), load(f32, plus(x.get(), at.get()), 0)))
			f.advance(count, constant(4))
			f.set(lanes, and(lanes.get(), minus(lanes.get(), constant(1))))
		})
		f.advance(from, constant(16))
	})
	f.emit(quarter(count.get()))
}

// addRows adds rows of w, each times a value, to acc.
func addRows() *function {
	f := &function{name: "addRows"}
	p := f.pointers(6)
	acc, width, w, idx, val, count := p[0], p[1], p[2], p[3], p[4], p[5]
	column, k, row, factor, sums := f.variable(i32), f.variable(i32), f.variable(i32), f.variable(v128), f.variables(v128, 8)
	f.set(width, bytes4(width.get()))
	f.set(count, bytes4(count.get()))
	for _, n := range []int{8, 4} { // vectors that are summed together
		f.while(less(plus(column.get(), constant(16*n-1)), width.get()), func() {
			for i, s := range sums[:n] {
				f.set(s, load(v128, plus(acc.get(), column.get()), 16*i))
			}
			f.set(k, constant(0))
			f.while(less(k.get(), count.get()), func() {
				f.set(row, plus(plus(w.get(), column.get()), times(load(i32, plus(idx.get(), k.get()), 0), width.get())))
				f.set(factor, loadSplat(plus(val.get(), k.get()), 0))
				for i, s := range sums[:n] {
					f.set(s, add(s.get(), mul(factor.get(), load(v128, row.get(), 16*i))))
				}
				f.advance(k, constant(4))
			})
			for i, s := range sums[:n] {
				f.store(v128, plus(acc.get(), column.get()), 16*i, s.get())
			}
			f.advance(column, constant(16*n))
		})
	}
	return f
}

// mulNN adds x·w to dst: x has n rows of in floats, dst of out floats.
func mulNN() *function {
	f := &function{name: "mulNN"}
	p := f.pointers(6)
	dst, x, w, n, in, out := p[0], p[1], p[2], p[3], p[4], p[5]
	row, column, to, weights, stop := f.variable(i32), f.variable(i32), f.variable(i32), f.variable(i32), f.variable(i32)
	inputs, sums, line := f.variables(i32, 3), f.variables(v128, 12), f.variables(v128, 4)
	f.set(in, bytes4(in.get()))
	f.set(out, bytes4(out.get()))
	f.while(less(column.get(), out.get()), func() {
		f.set(row, constant(0))
		for _, height := range []int{3, 1} { // rows of a tile
			place := func(r int) value { return plus(to.get(), times(constant(r), out.get())) }
			f.while(less(plus(row.get(), constant(height-1)), n.get()), func() {
				f.set(to, plus(plus(dst.get(), column.get()), times(row.get(), out.get())))
				for r := range height {
					f.set(inputs[r], plus(x.get(), times(plus(row.get(), constant(r)), in.get())))
					for i := range 4 {
						f.set(sums[4*r+i], load(v128, place(r), 16*i))
					}
				}
				f.set(weights, plus(w.get(), column.get()))
				f.set(stop, plus(inputs[0].get(), in.get()))
				f.while(less(inputs[0].get(), stop.get()), func() {
					for i, l := range line {
						f.set(l, load(v128, weights.get(), 16*i))
					}
					for r := range height {
						for i, l := range line {
							s := sums[4*r+i]
							f.set(s, add(s.get(), mul(loadSplat(inputs[r].get(), 0), l.get())))
						}
						f.advance(inputs[r], constant(4))
					}
					f.advance(weights, out.get())
				})
				for r := range height {
					for i := range 4 {
						f.store(v128, place(r), 16*i, sums[4*r+i].get())
					}
				}
				f.advance(row, constant(height))
			})
		}
		f.advance(column, constant(64))
	})
	return f
}

// matVec sets dst to bias plus the product of w, with out rows of in floats, and x.
func matVec() *function {
	f := &function{name: "matVec"}
	p := f.pointers(6)
	dst, w, x, bias, out, in := p[0], p[1], p[2], p[3], p[4], p[5]
	at, v, rows, sums := f.variable(i32), f.variable(v128), f.variables(i32, 5), f.variables(v128, 5)
	f.set(in, bytes4(in.get()))
	for _, height := range []int{5, 1} {
		f.while(less(constant(height-1), out.get()), func() {
			for i, r := range rows[:height] {
				f.set(r, plus(w.get(), times(constant(i), in.get())))
				f.set(sums[i], splat(0))
			}
			f.set(at, constant(0))
			f.while(less(at.get(), in.get()), func() {
				f.set(v, load(v128, plus(x.get(), at.get()), 0))
				for i, r := range rows[:height] {
					f.set(sums[i], add(sums[i].get(), mul(load(v128, plus(r.get(), at.get()), 0), v.get())))
				}
				f.advance(at, constant(16))
			})
			for i, s := range sums[:height] {
				f.set(s, add(s.get(), upper(s.get())))
				f.store(f32, dst.get(), 4*i, addF(load(f32, bias.get(), 4*i), addF(lane(s.get(), 0), lane(s.get(), 1))))
			}
			f.advance(w, times(constant(height), in.get()))
			f.advance(dst, constant(4*height))
			f.advance(bias, constant(4*height))
			f.set(out, minus(out.get(), constant(height)))
		})
	}
	return f
}
