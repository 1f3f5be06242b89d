package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// gnubgSource is the program that writes analyses into SGF files. Their form
// was inferred from files that gnubg 1.07 saved.
const gnubgSource = "GNU Backgammon"

// sgfVersion is the supported version of analyses; others are skipped.
const sgfVersion = "3"

// estimateWords is the number of words of an outcome: five probabilities, the
// cubeless equity and the cubeful value.
const estimateWords = 7

// sgfAnalysis returns the analysis of the decision in a node: A is a list of
// plays, preceded by the index of the play that was made, DA the decision to
// double before the roll, LU the luck of the roll. It returns nil if there is
// none. In matches mwc is true.
func sgfAnalysis(words *sgfWords, a *Action, mwc bool) (*Analysis, error) {
	if a.Kind == Take || a.Kind == Drop { // the analysis of the double is repeated here
		return nil, nil
	}
	found := &Analysis{Source: gnubgSource, sgf: words}
	var err error
	if found.Cube, err = cubeEstimate(words.cube, mwc); err != nil {
		return nil, fmt.Errorf("the property DA: %w", err)
	}
	if list := words.plays; a.Kind == Move && len(list) > 1 {
		if found.Plays, err = sgfCandidates(a.Player, list[1:]); err != nil {
			return nil, fmt.Errorf("the property A: %w", err)
		}
	}
	if text := strings.TrimSpace(words.luck); text != "" {
		luck, err := figure(text)
		if err != nil {
			return nil, fmt.Errorf("the property LU: %w", err)
		}
		found.Luck = &luck
	}
	if found.Cube == nil && found.Plays == nil && found.Luck == nil {
		return nil, nil
	}
	return found, nil
}

// sgfCandidates parses plays such as
//
//	hefe E ver 3 CHANCES EQUITY PLIES…
//	hefe X ver 3 Score EQUITY CUBELESS Trials N Output CHANCES CUBELESS VALUE …
//
// The first is an evaluation, the second a rollout. The evaluation of a play
// has one equity, by which plays are ranked.
func sgfCandidates(p board.Player, list []string) ([]Candidate, error) {
	var all []Candidate
	for _, text := range list {
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil, fmt.Errorf("an empty value, want a play such as hefe with its evaluation")
		}
		steps, err := readPairs(p, words[0])
		if err != nil {
			return nil, err
		}
		e, err := playEstimate(words[1:])
		if err != nil {
			return nil, fmt.Errorf("the play %s: %w", clip(words[0]), err)
		}
		if e != nil {
			all = append(all, Candidate{steps, *e})
		}
	}
	return all, nil
}

// playEstimate parses the words after a play, nil if their form is unknown.
func playEstimate(words []string) (*Estimate, error) {
	switch kindOfEstimate(words) {
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
	return nil, nil
}

// cubeEstimate parses a decision to double, nil if there is none or its form is
// unknown:
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
	var err error
	switch kindOfEstimate(words) {
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
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	const value = estimateWords - 1
	return &CubeEstimate{
		Estimate: *estimateOf(rolling, rolling[value], level), DoubleTake: doubled[value], DoublePass: 1, MWC: mwc,
	}, nil
}

// kindOfEstimate returns E for an evaluation, X for a rollout and "" for
// anything else, another version, or no trials.
func kindOfEstimate(words []string) string {
	if len(words) < 3 || words[1] != "ver" || words[2] != sgfVersion || trials(words) == "rollout of 0 games" {
		return ""
	}
	return words[0]
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

// figure parses a number.
func figure(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !isFigure(x) {
		return 0, fmt.Errorf("%q, want a number", clip(word))
	}
	return x, nil
}

// isFigure reports whether a number may be a chance, an equity or luck.
func isFigure(x float64) bool { return x > -xgMost && x < xgMost }
