package recipe

import (
	"math"
	"strings"
	"testing"

	"gammonlab/internal/result"
	"gammonlab/recipe"
	"gammonlab/recipe/contrast"
)

// answerFor returns an answer by a result: four groups, of which one is the best, and effects.
func answerFor(by recipe.Keep, how string, differences []contrast.Difference, effects ...recipe.Effect) *recipe.Answer {
	a := &recipe.Answer{By: &by, Runs: 16, Effects: effects, Comparison: contrast.Comparison{Differences: differences, How: how}}
	for i := range differences {
		value := string(rune('a' + i))
		a.Groups = append(a.Groups, &recipe.Group{Points: []*recipe.Point{{Values: []recipe.Assignment{{Name: "net.part", Value: value}}}}})
	}
	return a
}

func effectOn(setting, how string, values []string, differences ...contrast.Difference) recipe.Effect {
	return recipe.Effect{Setting: setting, Values: values, Comparison: contrast.Comparison{Differences: differences, How: how, Blocks: 8}}
}

func TestSentence(t *testing.T) {
	none, two := contrast.Difference{}, []string{"x", "y"}
	far, near := contrast.Difference{Value: 0.22, Margin: 0.031}, contrast.Difference{Value: 0.003, Margin: 0.04}
	unknown := contrast.Difference{Value: 0.3, Margin: math.Inf(1)}
	ppg, loss := recipe.Keep{Step: "strength", Result: "ppg", Unit: result.Points}, recipe.Keep{Step: "net", Result: "validation_loss", Lowest: true}
	features := effectOn("net.features", contrast.Paired, []string{"gnubg-contact250", "raw196"}, none, far)
	for want, a := range map[string]*recipe.Answer{
		"net.features gnubg-contact250 gains 220 ± 31 mEq over raw196; net.lambda and net.hidden make no difference that 16 runs can show. " +
			"The best settings are net.part=a; 1 of the 3 others cannot be distinguished from them.": answerFor(ppg, contrast.Paired, []contrast.Difference{none, near, far, far},
			features, effectOn("net.lambda", contrast.Paired, two, none, near), effectOn("net.hidden", contrast.Paired, two, none, near)),
		"net.features gnubg-contact250 has net.validation_loss 0.220 ± 0.031 lower than raw196. The best settings are net.part=a; no others are as good.": answerFor(loss, contrast.Paired, []contrast.Difference{none, far}, features),
		"net.rate 1 gains 220 ± 31 mEq over 3, and cannot be distinguished from 2. The best settings are net.part=a; none of the others can be distinguished from them.": answerFor(ppg, contrast.Measured, []contrast.Difference{none, near},
			effectOn("net.rate", contrast.Paired, []string{"1", "2", "3"}, none, near, far)),
		"net.rate makes no difference that 16 runs can show. The best settings are net.part=a; none of the others can be distinguished from them.": answerFor(ppg, contrast.Paired, []contrast.Difference{none, near}, effectOn("net.rate", contrast.Paired, two, none, near)),
		"The best settings are net.part=a; without intervals or repetitions, such as seed: [1, 2, 3], this may be luck.":                           answerFor(loss, contrast.Unknown, []contrast.Difference{none, unknown}, effectOn("net.rate", contrast.Unknown, two, none, unknown)),
	} {
		if got := answerOf(a).Text; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	all := answerOf(answerFor(loss, contrast.Unknown, []contrast.Difference{none, unknown}, features, effectOn("net.rate", contrast.Unknown, two, none, unknown)))
	want := "setting       best value        against      better by  pairs\n" +
		"net.features  gnubg-contact250  raw196   0.220 ± 0.031      8\n" +
		"net.rate      x                 y                  0.3      8  not distinguishable\n"
	table := all.table()
	if got := table.Text(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if e := all.Effects[1].Others[0]; e.Margin != nil || !e.Tied || e.By != 0.3 {
		t.Errorf("an effect without an interval: %+v", e)
	}
	figure, ok := all.figure()
	if svg, err := figure.Chart(); err != nil || !ok || !strings.Contains(string(svg), "over raw196") {
		t.Errorf("the chart of effects: %v, %v", ok, err)
	}
	if _, ok := (&answer{}).figure(); ok {
		t.Error("a chart without effects")
	}
}

// A report of a sweep that is not done says so first; points that halving has ended get no result.
func TestSoFar(t *testing.T) {
	has := point{Results: map[string]float64{"strength.ppg": 1}}
	without, ended := point{Results: map[string]float64{"core_hours": 1}}, point{Ended: "net.epochs 1: lost"}
	for want, points := range map[string][]point{
		"": {has, has, ended},
		"Only 2 of 3 runs have strength.ppg so far. ": {has, without, ended, has},
	} {
		if got := (&summary{Points: points}).soFar("strength.ppg", "strength.ppg"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A table has a line for each group with its distance to the best one, or for each point.
func TestTable(t *testing.T) {
	margin := 0.1
	row := func(value, seed string, ppg float64, best bool) point {
		p := point{Values: map[string]string{"net.part": value}, Results: map[string]float64{"s.ppg": ppg}, Best: best}
		if seed != "" {
			p.Values["seed"] = seed
		}
		return p
	}
	s := &summary{
		Settings: []string{"net.part", "seed"}, shown: []column{{"s.ppg", "s.ppg", result.Points}}, Answer: &answer{Text: "It is so.", Result: "s.ppg", unit: result.Points},
		Points: []point{row("a", "1", 1, true), row("a", "2", 3, false), row("b", "1", 0, false), row("b", "2", 1, false)},
		Groups: []group{{point: row("a", "", 2, true), Runs: 2, Behind: &gap{}}, {point: row("b", "", 0.5, false), Runs: 2, Behind: &gap{1.5, &margin, false}},
			{point: point{Values: map[string]string{"net.part": "c"}, Results: map[string]float64{}, Ended: "net.epochs 1: lost"}, Runs: 1}},
	}
	for _, test := range []struct {
		runs bool
		want string
	}{
		{false, "net.part  s.ppg, mEq  runs  behind, mEq\na               2000     2               best\nb                500     2   1500 ± 100\nc                        1               ended at net.epochs 1\n"},
		{true, "net.part  seed  s.ppg, mEq\na         1           1000  best\na         2           3000\nb         1              0\nb         2           1000\n"},
	} {
		s.runs = test.runs
		if got := s.Text(); !strings.HasPrefix(got, "It is so.\n\n"+test.want) {
			t.Errorf("got\n%swant\n%s", got, test.want)
		}
	}
}

// A report without keep and --sort compares by the strength, if there is only one.
func TestOnlyStrength(t *testing.T) {
	for columns, want := range map[string]string{
		"net.validation_loss core_hours bench.ppg": "bench.ppg",
		"bench.strength.ppg":                       "bench.strength.ppg",
		"net.loss":                                 "",
		"first.ppg second.ppg":                     "",
		"bench.ppg_high core_hours":                "",
	} {
		if got := onlyStrength(strings.Fields(columns)); got != want {
			t.Errorf("%s: %q, want %q", columns, got, want)
		}
	}
}
