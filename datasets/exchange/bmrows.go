package exchange

import (
	"bufio"
	"io"
	"math"
	"strconv"

	"gammonlab/datasets"
)

// bmRows reads the rollouts of a benchmark file as rows: rollouts of positions after
// plays, and of positions for cube decisions.
type bmRows struct {
	datasets.Tolerance
	in      *BMReader
	options Options
	trials  int32  // number of games of the following rollouts, 0 if unknown
	seed    uint64 // seed of the next decision or position
}

func newBMRows(r io.Reader, file string, o Options) *bmRows {
	return &bmRows{Tolerance: o.tolerance(), in: NewBMReader(r, file, o.Variant), options: o}
}

// Read implements [datasets.Reader].
func (b *bmRows) Read() (datasets.Row, error) {
	for {
		line, err := b.in.read()
		if err != nil {
			return datasets.Row{}, err
		}
		switch record := line.Record.(type) {
		case Settings:
			b.trials = trials(record)
		case Seed:
			b.seed = uint64(record)
		case *Rolled:
			if record.Mark == evalMark {
				continue
			}
			row := b.row(record)
			if err := b.Apply(&row); err != nil {
				return datasets.Row{}, b.in.bad(err)
			}
			return row, nil
		case *Decision, *Double:
			b.seed = 0
		}
	}
}

// row returns the rollout as a row.
func (b *bmRows) row(r *Rolled) datasets.Row {
	row := newRow(r.Position, r.Probabilities, b.options.Method)
	row.Source, row.Trials, row.Seed = b.options.Source, b.trials, b.seed
	if r.Mark == positionMark {
		b.seed = 0
	}
	return row
}

// trials returns the number of games of a rollout according to the settings, 0 if it is
// not there.
func trials(s Settings) int32 {
	n, err := strconv.ParseInt(s.Get("nRollOutGames"), 10, 64)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return 0
	}
	return int32(n)
}

// bmWriter writes rows as rollouts of positions for cube decisions.
type bmWriter struct{ out *bufio.Writer }

// Write implements [Writer].
func (w *bmWriter) Write(r *datasets.Row) error {
	w.out.WriteString((&Rolled{positionMark, r.Position, r.Probabilities}).String())
	return w.out.WriteByte('\n') // bufio keeps the first error
}

// Flush implements [Writer].
func (w *bmWriter) Flush() error { return w.out.Flush() }
