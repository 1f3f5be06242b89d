package exchange

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gammonlab/datasets"
	"gammonlab/engine"
)

// gnubgNN reads gnubg's training text: a line has 20 letters for a position and its
// five probabilities, for the player on roll. It ignores the rest of the line. Lines
// that do not begin with a capital letter are comments.
type gnubgNN struct {
	lines
	datasets.Tolerance
	options Options
	source  string // source of the following lines
}

func newGnubgNN(r io.Reader, file string, o Options) *gnubgNN {
	return &gnubgNN{lines: newLines(r, file), Tolerance: o.tolerance(), options: o, source: o.Source}
}

// Read implements [datasets.Reader].
func (g *gnubgNN) Read() (datasets.Row, error) {
	for {
		line, err := g.Next()
		if err != nil {
			return datasets.Row{}, err
		}
		if line[0] < 'A' || line[0] > 'Z' {
			g.comment(line)
			continue
		}
		row, err := g.parse(line)
		if err != nil {
			return datasets.Row{}, g.bad(err)
		}
		return row, nil
	}
}

// cycleComment is the beginning of the comment before the positions that a training cycle
// added.
const cycleComment = "# Positions added in cycle "

// comment records the cycle of the following lines.
func (g *gnubgNN) comment(line string) {
	cycle, ok := strings.CutPrefix(line, cycleComment)
	if n, err := strconv.ParseUint(strings.TrimSpace(cycle), 10, 64); ok && err == nil {
		g.source = strings.TrimSpace(fmt.Sprintf("%s cycle %d", g.options.Source, n))
	}
}

// parse reads a position with its label.
func (g *gnubgNN) parse(line string) (datasets.Row, error) {
	fields := strings.Fields(line)
	pos, err := parseLetters(fields[0], g.options.Variant)
	if err != nil {
		return datasets.Row{}, err
	}
	p, err := parseProbabilities(fields[1:])
	if err != nil {
		return datasets.Row{}, err
	}
	row := newRow(pos, p, g.options.Method)
	row.Source = g.source
	return row, g.Apply(&row)
}

// gnubgNNWriter writes the text that gnubgNN reads.
type gnubgNNWriter struct {
	out   *bufio.Writer
	cycle string
}

// sourceCycle finds the cycle in a source from gnubgNN.
var sourceCycle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^| )cycle (\d+)$`) })

// Write implements [Writer].
func (w *gnubgNNWriter) Write(r *datasets.Row) error {
	if found := sourceCycle().FindStringSubmatch(r.Source); found != nil && found[1] != w.cycle {
		w.cycle = found[1]
		fmt.Fprintf(w.out, "%s%s\n", cycleComment, w.cycle)
	}
	w.out.WriteString(letters(&r.Position))
	for _, unit := range inUnits(&r.Probabilities) {
		fmt.Fprintf(w.out, " %d.%05d", unit/units, unit%units)
	}
	return w.out.WriteByte('\n') // bufio keeps the first error
}

// Flush implements [Writer].
func (w *gnubgNNWriter) Flush() error { return w.out.Flush() }

// units is the number of units of a probability of 1, because the text has five decimals.
const units = 100_000

// slackUnits is the tolerance for the order of rounded probabilities, in units: slightly
// less than [datasets.Slack], because Slack is compared in float32.
const slackUnits = 99

// inUnits rounds probabilities that are in order up to the slack, and keeps them in order
// up to the slack, although two roundings can increase the disorder.
func inUnits(p *engine.Probabilities) [engine.Outputs]int {
	var n [engine.Outputs]int
	for k, v := range p {
		n[k] = int(math.Round(min(max(float64(v), 0), 1) * units))
	}
	for _, pair := range [...][2]int{
		{engine.WinGammon, n[engine.Win]},
		{engine.LoseGammon, units - n[engine.Win]},
	} {
		gammon, backgammon := pair[0], pair[0]+1
		n[gammon] = min(n[gammon], pair[1]+slackUnits, units)
		n[backgammon] = min(n[backgammon], n[gammon]+slackUnits, units)
	}
	return n
}
