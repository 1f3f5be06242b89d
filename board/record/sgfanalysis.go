package record

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
)

// gnubgSource is the program that writes analyses into SGF files. Their form
// was inferred from files that gnubg 1.07 saved.
const gnubgSource = "GNU Backgammon"

// sgfVersion is the supported version of analyses.
const sgfVersion = "3"

// estimateWords is the number of words of an outcome: five probabilities, the
// cubeless equity and the cubeful value.
const estimateWords = 7

// sgfAnalysis returns the analysis of the decision in a node: A is a list of
// plays, preceded by the index of the play that was made, DA the decision to
// double before the roll, LU the luck of the roll. It returns nil if there is
// none. In matches mwc is true. Values that cannot be read are missing in the
// analysis; unread has them with the names of their properties.
func sgfAnalysis(words *sgfWords, a *Action, mwc bool) (found *Analysis, unread []string) {
	if a.Kind == Take || a.Kind == Drop { // the analysis of the double is repeated here
		return nil, nil
	}
	found = &Analysis{Source: gnubgSource, sgf: words}
	var err error
	if found.Cube, err = cubeEstimate(words.cube, mwc); err != nil {
		unread = append(unread, "DA["+words.cube+"]")
	}
	if list := words.plays; a.Kind == Move && len(list) > 1 {
		var others []string
		found.Plays, others = sgfCandidates(a.Player, list[1:])
		unread = append(unread, others...)
	}
	if text := strings.TrimSpace(words.luck); text != "" {
		luck, err := figure(text)
		if err == nil {
			found.Luck = &luck
		} else {
			unread = append(unread, "LU["+text+"]")
		}
	}
	if found.Cube == nil && found.Plays == nil && found.Luck == nil {
		return nil, unread
	}
	return found, unread
}

// sgfCandidates parses plays such as
//
//	hefe E ver 3 CHANCES EQUITY PLIES…
//	hefe X ver 3 Score EQUITY CUBELESS Trials N Output CHANCES CUBELESS VALUE …
//
// The first is an evaluation, the second a rollout. The evaluation of a play
// has one equity, by which plays are ranked. If the value of the best play, which is
// the first one, cannot be read, there are no plays: another one would seem to be
// the best.
func sgfCandidates(p board.Player, list []string) (all []Candidate, unread []string) {
	for i, text := range list {
		c, err := sgfCandidate(p, strings.Fields(text))
		switch {
		case err == nil && c != nil:
			all = append(all, *c)
		case err != nil:
			unread = append(unread, "A["+text+"]")
			if i == 0 {
				return nil, unread
			}
		}
	}
	return all, unread
}

// sgfCandidate parses a play, nil if it has no evaluation.
func sgfCandidate(p board.Player, words []string) (*Candidate, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("no play such as hefe")
	}
	steps, err := readPairs(p, words[0])
	if err != nil {
		return nil, err
	}
	e, err := playEstimate(words[1:])
	if e == nil || err != nil {
		return nil, err
	}
	return &Candidate{steps, *e}, nil
}

// playEstimate parses the words after a play, nil if there are none.
func playEstimate(words []string) (*Estimate, error) {
	kind, err := kindOfEstimate(words)
	switch kind {
	case "E":
		const equity = estimateWords - 2
		values, rest, err := figures(words[3:], equity+1)
		if err != nil {
			return nil, err
		}
		return estimateOf(values, values[equity], plies(rest)), nil
	case "X":
		scores, err := figuresAfter(words, "Score", 1)
		if err != nil {
			return nil, err
		}
		values, err := figuresAfter(words, "Output", estimateWords)
		if err != nil {
			return nil, err
		}
		return estimateOf(values, scores[0], trials(words)), nil
	}
	return nil, err
}

// cubeEstimate parses a decision to double, nil if there is none:
//
//	E ver 3 PLIES A B C D  CHANCES CUBELESS VALUE  CHANCES CUBELESS VALUE
//	X ver 3 Eq Trials N NoDouble Output CHANCES CUBELESS VALUE … DoubleTake Output CHANCES CUBELESS VALUE …
//
// Each has the value of not doubling first and of doubling second, for the
// player who may double: a match-winning chance, or in a money session an
// equity at the cube before the double.
func cubeEstimate(text string, mwc bool) (*CubeEstimate, error) {
	words := strings.Fields(text)
	var rolling, doubled []float64
	var level string
	kind, err := kindOfEstimate(words)
	switch kind {
	case "E":
		const settings = 4 // words between the version and the outcomes
		level = plies(words[3:])
		var rest []string
		if rolling, rest, err = figures(words[min(3+settings, len(words)):], estimateWords); err == nil {
			doubled, _, err = figures(rest, estimateWords)
		}
	case "X":
		level = trials(words)
		at := slices.Index(words, "DoubleTake")
		if at < 0 {
			return nil, fmt.Errorf("a rollout without DoubleTake")
		}
		if rolling, err = figuresAfter(words[:at], "Output", estimateWords); err == nil {
			doubled, err = figuresAfter(words[at:], "Output", estimateWords)
		}
	default:
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	const value = estimateWords - 1
	return &CubeEstimate{
		Estimate: *estimateOf(rolling, rolling[value], level), DoubleTake: doubled[value], DoublePass: 1, MWC: mwc,
	}, nil
}

// kindOfEstimate returns E for an evaluation, X for a rollout and "" for none, which
// may be a rollout without trials. Other forms and versions are errors.
func kindOfEstimate(words []string) (string, error) {
	switch {
	case len(words) == 0:
		return "", nil
	case len(words) < 3 || words[0] != "E" && words[0] != "X" || words[1] != "ver" || words[2] != sgfVersion:
		return "", fmt.Errorf("want E or X ver %s", sgfVersion)
	case trials(words) == "rollout of 0 games":
		return "", nil
	}
	return words[0], nil
}

// estimateOf returns an estimate from its probabilities, in the order of SGF.
func estimateOf(chances []float64, equity float64, level string) *Estimate {
	return &Estimate{
		Level: level, Equity: equity,
		Win: chances[0], WinGammon: chances[1], WinBackgammon: chances[2], LoseGammon: chances[3], LoseBackgammon: chances[4],
	}
}

// plies returns the level of an evaluation from its word, such as 2C for 2-ply
// with the cube, "" if there is none.
func plies(words []string) string {
	if len(words) == 0 {
		return ""
	}
	if number, cubeful := strings.CutSuffix(words[0], "C"); cubeful {
		return number + "-ply"
	}
	return words[0] + "-ply cubeless"
}

// trials returns the level of a rollout.
func trials(words []string) string {
	if at := slices.Index(words, "Trials"); at >= 0 && at+1 < len(words) {
		return "rollout of " + words[at+1] + " games"
	}
	return "rollout"
}

// figuresAfter parses n numbers after a name.
func figuresAfter(words []string, name string, n int) ([]float64, error) {
	at := slices.Index(words, name)
	if at < 0 {
		return nil, fmt.Errorf("a rollout without %s", name)
	}
	values, _, err := figures(words[at+1:], n)
	return values, err
}

// figures parses n numbers and returns the words after them.
func figures(words []string, n int) ([]float64, []string, error) {
	if len(words) < n {
		return nil, nil, fmt.Errorf("%d numbers, want %d", len(words), n)
	}
	values := make([]float64, n)
	for i := range values {
		var err error
		if values[i], err = figure(words[i]); err != nil {
			return nil, nil, err
		}
	}
	return values, words[n:], nil
}
