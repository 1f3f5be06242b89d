package record

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// sgfWords are the values of the properties A, DA and LU of a node.
type sgfWords struct {
	plays      []string
	cube, luck string
}

// writeAnalysis writes gnubg's analysis of an action. pos is the position before the
// action, nil if it is unknown. SGF cannot express analyses of other programs.
func (m *Match) writeAnalysis(w io.Writer, a *Action, pos *board.Position) {
	if a.Analysis == nil || a.Analysis.Source != gnubgSource || a.Kind != Move && a.Kind != Double && a.Kind != Beaver {
		return
	}
	words := a.Analysis.words(a, m.Length > 0, pos)
	writeProperty(w, "DA", words.cube)
	if len(words.plays) > 0 {
		fmt.Fprint(w, "A")
	}
	for _, text := range words.plays {
		fmt.Fprintf(w, "[%s]", sgfText(text))
	}
	writeProperty(w, "LU", words.luck)
}

// words returns the values of an analysis for SGF: the values in the file that was read,
// which are more detailed, or new values if the analysis has changed since.
func (a *Analysis) words(of *Action, mwc bool, pos *board.Position) *sgfWords {
	if a.sgf != nil {
		if read, _ := sgfAnalysis(a.sgf, of, mwc); reflect.DeepEqual(read, a) {
			return a.sgf
		}
	}
	w := &sgfWords{}
	if c := a.Cube; c != nil && c.MWC == mwc && c.DoublePass == 1 {
		w.cube = cubeWords(c)
	}
	if of.Kind == Move && pos != nil {
		w.plays = playWords(a.Plays, of, *pos)
	}
	if a.Luck != nil && isFigure(*a.Luck) {
		w.luck = numerals(*a.Luck)
	}
	return w
}

// playWords returns the plays, preceded by the index of the play that was made, nil if
// that play is not among the plays. It omits plays that SGF cannot express.
func playWords(plays []Candidate, a *Action, pos board.Position) []string {
	made, chosen := -1, []string{""}
	result, _ := after(pos, a.Steps)
	for i := range plays {
		c := &plays[i]
		text := c.words()
		to, ok := after(pos, c.Steps)
		if !ok || text == "" || len(c.Steps) == 0 || len(chosen) == maxCandidates {
			continue
		}
		if to == result && made < 0 {
			made = len(chosen) - 1
		}
		var letters []byte
		for _, s := range c.Steps {
			letters = append(letters, placeLetter(a.Player, s.From), placeLetter(a.Player, s.To))
		}
		chosen = append(chosen, string(letters)+" "+text)
	}
	if made < 0 {
		return nil
	}
	chosen[0] = strconv.Itoa(made)
	return chosen
}

// words returns the words after a play, "" if SGF cannot express the estimate.
func (e *Estimate) words() string {
	level, trials, known := levelWords(e.Level)
	switch {
	case !known || !e.isFinite():
		return ""
	case level != "":
		return fmt.Sprintf("E ver %s %s %s %s 0 1 0.000000 1", sgfVersion, numerals(e.chances()...), numerals(e.Equity), level)
	}
	return fmt.Sprintf("X ver %s Score %s%s Output %s",
		sgfVersion, numerals(e.Equity, e.cubeless()), trials, numerals(append(e.chances(), e.cubeless(), e.Equity)...))
}

// cubeWords returns a decision to double, "" if SGF cannot express the decision.
func cubeWords(c *CubeEstimate) string {
	level, trials, known := levelWords(c.Level)
	rolling := numerals(append(c.chances(), c.cubeless(), c.Equity)...)
	doubled := numerals(append(c.chances(), c.cubeless(), c.DoubleTake)...)
	switch {
	case !known || !c.isFinite() || !isFigure(c.DoubleTake):
		return ""
	case level != "":
		return fmt.Sprintf("E ver %s %s 1 0.000000 1 %s %s", sgfVersion, level, rolling, doubled)
	}
	return fmt.Sprintf("X ver %s Eq%s NoDouble Output %s DoubleTake Output %s", sgfVersion, trials, rolling, doubled)
}

// levelWords returns the word for an evaluation, or the words for a rollout's trials.
// known is false for levels of other programs.
func levelWords(level string) (evaluation, rollout string, known bool) {
	if level == "rollout" {
		return "", "", true
	}
	number, evaluated := strings.CutSuffix(strings.TrimSuffix(level, " cubeless"), "-ply")
	if !evaluated {
		number = strings.TrimSuffix(strings.TrimPrefix(level, "rollout of "), " games")
		rollout = " Trials " + number
	}
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 0 || strconv.Itoa(n) != number:
		return "", "", false
	case !evaluated:
		return "", rollout, n > 0 && level == "rollout of "+number+" games"
	case level == number+"-ply":
		number += "C"
	}
	return number, "", true
}

// chances returns the probabilities in SGF's order.
func (e *Estimate) chances() []float64 {
	return []float64{e.Win, e.WinGammon, e.WinBackgammon, e.LoseGammon, e.LoseBackgammon}
}

// cubeless returns the cubeless equity of the probabilities.
func (e *Estimate) cubeless() float64 {
	return 2*e.Win - 1 + e.WinGammon + e.WinBackgammon - e.LoseGammon - e.LoseBackgammon
}

func (e *Estimate) isFinite() bool {
	return !slices.ContainsFunc(append(e.chances(), e.Equity), func(x float64) bool { return !isFigure(x) })
}

// numerals formats numbers so that reading returns the same values.
func numerals(numbers ...float64) string {
	words := make([]string, len(numbers))
	for i, x := range numbers {
		words[i] = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strings.Join(words, " ")
}
