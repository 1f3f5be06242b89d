package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/chart"
)

// usualEfficiency is the cube efficiency of given probabilities: gnubg's of contact positions.
const usualEfficiency = 0.68

// valueFlags are the flags about values of probabilities.
func valueFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "probabilities", Usage: "evaluate the cube decision of these `CHANCES` to win, win a gammon, win a backgammon, lose a gammon and lose a backgammon, from 0 to 1"},
		&cli.Float64Flag{Name: "efficiency", DefaultText: "that of the position, else 0.68", Usage: "cube efficiency `X`, from 0 for a dead cube to 1 for a live one, of --probabilities and --plot"},
		&cli.StringFlag{Name: "equity", Usage: "convert these normalised `EQUITIES`, separated by commas, to match-winning chances"},
		&cli.StringFlag{Name: "mwc", Usage: "convert these match-winning `CHANCES`, from 0 to 1, to normalised equities"},
		&cli.StringFlag{Name: "plot", Usage: "draw the equity against the winning chance in `FILE`, .png or .svg"},
	}
}

// checkValueFlags returns an error for flags that exclude each other.
func checkValueFlags(c *cli.Context) error {
	switch x := c.Float64("efficiency"); {
	case c.IsSet("probabilities") && c.IsSet("position"):
		return cliutil.Usagef("want --position or --probabilities, not both")
	case c.IsSet("probabilities") && c.IsSet("gammons"):
		return cliutil.Usagef("--gammons contradicts --probabilities, which tell them")
	case c.IsSet("efficiency") && !(x >= 0 && x <= 1):
		return cliutil.Usagef("--efficiency is %v, want 0 to 1", x)
	case c.IsSet("efficiency") && c.IsSet("position"):
		return cliutil.Usagef("--efficiency has no effect with --position, whose efficiency the model knows")
	case c.IsSet("efficiency") && !c.IsSet("probabilities") && !c.IsSet("plot"):
		return cliutil.Usagef("--efficiency has no effect without --probabilities or --plot")
	case c.IsSet("plot") && !isPicture(c.String("plot")):
		return cliutil.Usagef("--plot is %q, want a file that ends in .png or .svg", c.String("plot"))
	}
	return nil
}

// efficiencyFromFlags returns the efficiency for probabilities without a position.
func efficiencyFromFlags(c *cli.Context) float64 {
	if c.IsSet("efficiency") {
		return c.Float64("efficiency")
	}
	return usualEfficiency
}

// numbersFromFlag returns the numbers of a flag, which are separated by commas.
func numbersFromFlag(c *cli.Context, name string) (numbers []float64, err error) {
	if !c.IsSet(name) {
		return nil, nil
	}
	for _, word := range strings.Split(c.String(name), ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return nil, cliutil.Usagef("--%s is %q, want numbers with commas", name, c.String(name))
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// leafFromFlags returns the static evaluation that --probabilities describes.
func leafFromFlags(c *cli.Context) (*cube.Leaf, error) {
	numbers, err := numbersFromFlag(c, "probabilities")
	if err != nil {
		return nil, err
	}
	if len(numbers) != engine.Outputs {
		return nil, cliutil.Usagef("--probabilities has %d numbers, want %d: win, win gammon, win backgammon, lose gammon, lose backgammon", len(numbers), engine.Outputs)
	}
	l := &cube.Leaf{Efficiency: cube.Same(efficiencyFromFlags(c))}
	for i, x := range numbers {
		l.Chances[i] = float32(x)
	}
	if err := l.Chances.Check(); err != nil {
		return nil, cliutil.Usagef("--probabilities: %w; want shares of all games, cumulative: 60 %% are 0.6, gammons include backgammons", err)
	}
	return l, nil
}

// conversionsFromFlags returns the equities and chances of the flags in both units.
func conversionsFromFlags(c *cli.Context, st *cube.Stakes) (all cube.Conversions, err error) {
	for _, name := range []string{"equity", "mwc"} {
		numbers, err := numbersFromFlag(c, name)
		if err != nil {
			return nil, err
		}
		if s := st.State(); len(numbers) > 0 && !s.IsMatch() {
			return nil, cliutil.Usagef("--%s needs --match: in a money game there is no match to win", name)
		}
		for _, x := range numbers {
			value := x
			if name == "equity" {
				value = st.FromEquity(x)
			}
			if !(value >= 0 && value <= 1) {
				return nil, cliutil.Usagef("--%s %v is a match-winning chance of %.4g, want 0 to 1", name, x, value)
			}
			all = append(all, st.Worth(value))
		}
	}
	return all, nil
}

// plotEquities draws normalised equities against the winning chance, for games in which the
// sides win as many gammons and backgammons as in the outcomes.
func plotEquities(path string, st *cube.Stakes, outcomes [2]cube.Outcomes, efficiency float64) error {
	leaf := func(win float64) *cube.Leaf {
		own, opp := &outcomes[0], &outcomes[1]
		return &cube.Leaf{Efficiency: cube.Same(efficiency), Chances: engine.Probabilities{
			float32(win), float32(win * (own[1] + own[2])), float32(win * own[2]),
			float32((1 - win) * (opp[1] + opp[2])), float32((1 - win) * opp[2]),
		}}
	}
	curves := []struct {
		name string
		of   func(v *cube.Valuation) *cube.Worth
	}{
		{"dead cube", func(v *cube.Valuation) *cube.Worth { return &v.Dead }},
		{"live cube", func(v *cube.Valuation) *cube.Worth { return &v.Live }},
		{fmt.Sprintf("no double, efficiency %.3g", efficiency), func(v *cube.Valuation) *cube.Worth { return &v.NoDouble }},
		{"double, take", func(v *cube.Valuation) *cube.Worth { return v.DoubleTake }},
		{"double, pass", func(v *cube.Valuation) *cube.Worth { return v.DoublePass }},
	}
	g := chart.Graph{Title: st.Words(), XLabel: "winning chance (%)", YLabel: "normalised equity"}
	for _, curve := range curves {
		s := chart.Set{Name: curve.name, Line: true}
		for percent := range 101 {
			if w := curve.of(st.Valuation(leaf(float64(percent) / 100))); w != nil {
				s.X, s.Y = append(s.X, float64(percent)), append(s.Y, w.Equity)
			}
		}
		if len(s.X) > 0 {
			g.Sets = append(g.Sets, s)
		}
	}
	return g.Write(path)
}
