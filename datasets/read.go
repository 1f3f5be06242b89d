package datasets

import (
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/workers"
)

// decoded is a group of rows that was read ahead.
type decoded struct {
	block *block
	err   error
}

// meaning is the decoded form of a text in a column, or the error of decoding it.
type meaning struct {
	class  engine.Class
	method Method
	err    error
}

// meaningOf decodes a text of the column.
func meaningOf(column int, text string) (m meaning) {
	switch column {
	case classText:
		m.class, m.err = parseClass(text)
	case methodText:
		if m.method, m.err = ParseMethod(text); m.err != nil {
			m.err = fmt.Errorf("column %s is %w", MethodColumn, m.err)
		}
	case labellerText:
		m.err = checkText(LabellerColumn, text)
	case sourceText:
		m.err = checkText(SourceColumn, text)
	}
	return m
}

// Read implements [Reader].
func (f *File) Read() (Row, error) {
	var r Row
	for {
		if f.current == nil || f.i == f.current.n {
			if err := f.nextBlock(); err != nil {
				return Row{}, err
			}
		}
		i := f.i
		f.i++
		f.row++
		err := f.rowAt(&r, i)
		if err == nil {
			return r, nil
		}
		err = fmt.Errorf("%s: row %d: %w", f.path, f.row, err)
		if !f.skipBad {
			return Row{}, err
		}
		f.skip(1, err)
	}
}

// Key returns the key of the position of the last row read.
func (f *File) Key() board.Key { return f.current.keys[f.i-1] }

// skip counts rows that are skipped because of err.
func (f *File) skip(rows int, err error) {
	f.skipped += int64(rows)
	if f.first == nil {
		f.first = err
	}
}

// nextBlock moves to the next group of rows. It returns io.EOF after the last.
func (f *File) nextBlock() error {
	if f.ahead == nil {
		f.begin()
	}
	for g := range f.ahead {
		if g.err == nil {
			f.use(g.block)
			f.i, f.from = int(f.from), 0
			f.row += int64(f.i)
			return nil
		}
		f.from = 0
		last := f.row + int64(g.block.n)
		err := fmt.Errorf("%s: rows %d to %d: %w", f.path, f.row+1, last, g.err)
		if !f.skipBad {
			return err
		}
		f.skip(g.block.n, err)
		f.row = last
	}
	return io.EOF
}

// begin starts reading ahead, at the group with the first row to return.
func (f *File) begin() {
	first := 0
	for ; first < f.groups.Groups() && f.from >= int64(f.groups.GroupRows(first)); first++ {
		f.from -= int64(f.groups.GroupRows(first))
		f.row += int64(f.groups.GroupRows(first))
	}
	f.ahead, f.stop = make(chan decoded), make(chan struct{})
	go f.readAhead(first, f.ahead, f.stop)
}

// readAhead decodes one group after another into two blocks in turn: it fills one block
// while Read returns rows of the other.
func (f *File) readAhead(first int, to chan<- decoded, stop <-chan struct{}) {
	defer close(to)
	d := newDecoder(f)
	blocks := [2]*block{new(block), new(block)}
	for g := first; g < f.groups.Groups(); g++ {
		b := blocks[g%len(blocks)]
		b.reset()
		err := workers.Guard(func() error { return d.read(b, g) })
		select {
		case to <- decoded{b, err}:
		case <-stop:
			return
		}
	}
}

// use makes b the current block.
func (f *File) use(b *block) {
	f.current, f.i = b, 0
	for column := range f.meanings {
		f.meanings[column] = f.meanings[column][:0]
		for _, text := range b.texts[column].values {
			f.meanings[column] = append(f.meanings[column], meaningOf(column, text))
		}
	}
}

// parseClass returns the class of the given name.
func parseClass(name string) (engine.Class, error) {
	for _, c := range engine.Classes() {
		if c.String() == name {
			return c, nil
		}
	}
	return 0, fmt.Errorf("column %s is %q, want one of %v", ClassColumn, name, engine.Classes())
}

// rowAt sets r to row i of the current block and checks it.
func (f *File) rowAt(r *Row, i int) error {
	b := f.current
	pos, err := b.keys[i].Position(f.meta.Variant)
	if err != nil {
		return fmt.Errorf("column %s: %w", KeyColumn, err)
	}
	var means [numTexts]*meaning
	for column := range means {
		means[column] = &f.meanings[column][b.texts[column].indexes[i]]
		if err := means[column].err; err != nil {
			return err
		}
	}
	r.Position, r.Class, r.Method = pos, means[classText].class, means[methodText].method
	r.Trials, r.Seed = b.counts[0][i], b.seeds[i]
	r.Labeller, r.Source = b.texts[labellerText].at(i), b.texts[sourceText].at(i)
	for k := range engine.Outputs {
		r.Probabilities[k] = b.floats[k][i]
		r.Errors[k] = b.floats[firstError+k][i]
	}
	r.EquityError = b.floats[equityError][i]
	r.ClearCubes()
	r.Cubeful = b.floats[cubefulFloat][i]
	if f.meta.Cubes {
		for k := range r.States {
			r.States[k] = b.floats[firstCube+k][i]
		}
		for k, n := range r.Cubes.counts() {
			*n = b.counts[firstMatchCount+k][i]
		}
	}
	if r.Method == Unlabelled {
		r.ClearLabel()
	}
	if r.Weight = unknown; f.Weighted() {
		if r.Weight = b.floats[weightFloat][i]; !r.HasWeight() {
			return fmt.Errorf("column %s is null, want a number of at least 0", WeightColumn)
		}
	}
	return r.checkFigures()
}
