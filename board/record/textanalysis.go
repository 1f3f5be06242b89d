package record

import (
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// bgblitzSource is the program whose text does not name it.
const bgblitzSource = "BGBlitz"

// In these patterns a number has a point or a comma and an optional sign.
const (
	decimalNumber = `[-+]?\d*[.,]\d+`
	difference    = `(?:\(\s*` + decimalNumber + `\s*\))?` // from the best alternative
	percentage    = `(\d+[.,]\d+)\s*%`
)

var (
	// "Player:   55.20% (G:16.10% B:0.60%)" of XG.
	xgChances = pattern(percentage + `\s*\([^\d]*` + percentage + `[^\d]*` + percentage + `\s*\)`)
	// "0.552  0.161  0.006  -  0.448  0.114  0.004" of BGBlitz, for a play.
	playChances = pattern(`^\s*` + strings.Repeat(`(\d*[.,]\d+)\s+`, 3) + `-` + strings.Repeat(`\s+(\d*[.,]\d+)`, 3) + `\s*$`)
	// "Green  45.9  11.7  0.2" of BGBlitz, for a cube decision: percentages after the name.
	namedChances = pattern(`^\s*(\S*[^\s\d.,-].*?)` + strings.Repeat(`\s+(\d{1,3}[.,]\d)`, 3) + `\s*$`)
)

// unitText is the unit in a heading of BGBlitz: "Evaluation  (EMG)".
var unitText = pattern(`(?i)\(\s*(` + mwcUnit + `|` + emgUnit + `)\s*\)`)

const (
	mwcUnit = "MWC" // match-winning chances
	emgUnit = "EMG" // equities, as in money sessions
)

// plainMarks replaces typographic signs, which forums and Japanese texts have, by those
// of the patterns.
var plainMarks = strings.NewReplacer("−", "-", "–", "-", "‑", "-", "＋", "+", "－", "-", "：", ":", "％", "%", "（", "(", "）", ")",
	"．", ".", "，", ",", "／", "/", "０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")

// textReader collects an analysis line by line.
type textReader struct {
	match    *Match
	position board.Position
	state    board.Match

	number  int    // of the line
	heading string // first line of the paragraph
	source  string
	unit    string // of the figures by a heading: mwcUnit, emgUnit, or "" for unknown

	plays    []textPlay
	unranked bool // the best play of the list cannot be read
	rows     []cubeRow
	cube     *CubeEstimate // nil for none
	level    string        // of the cube decision
	estimate Estimate      // of the cube decision
	chances  []float64     // since the last play
	named    []playerChances

	confidence []float64 // of not doubling and of doubling
	games      map[string]int
}

// playerChances are the probabilities of a player by name.
type playerChances struct {
	name    string
	chances []float64
}

// read returns the analysis in a text, nil for none.
func (t *textReader) read(text string) *Analysis {
	for line := range strings.SplitSeq(text, "\n") {
		t.number++
		line = plainMarks.Replace(plainBlanks(line))
		if strings.TrimSpace(line) == "" {
			t.heading = ""
			continue
		}
		if t.heading == "" {
			t.heading = line
		}
		t.line(line)
	}
	t.closeRows()
	return t.analysis()
}

// line reads a line that is not empty.
func (t *textReader) line(line string) {
	if t.row(line) {
		return
	}
	t.closeRows()
	if found := unitText().FindStringSubmatch(line); found != nil {
		t.unit, t.source = strings.ToUpper(found[1]), bgblitzSource
	}
	switch {
	case t.play(line), t.chancesOf(line), t.rolledOut(line):
	case looksLikeChances(line):
		t.unreadable(line)
		t.chances = make([]float64, 7) // those of the other player alone say nothing
	case looksLikeRow().MatchString(line):
		t.unreadable(line)
	case len(t.chances) == 0:
		t.level = levelIn(line, t.level)
	}
}

// unreadable notes a line of the analysis that cannot be read.
func (t *textReader) unreadable(line string) { t.match.notice(Unreadable, line, t.number) }

// chancesOf reads a line of probabilities. It returns false for other lines.
func (t *textReader) chancesOf(line string) bool {
	if found := xgChances().FindStringSubmatch(line); found != nil {
		if len(t.plays) == 0 && len(t.chances) == 0 && t.level == "" && t.heading != line {
			t.level = levelOfHeading(t.heading)
		}
		t.add(decimals(found[1:], 0.01))
		t.confident(line) // forums join the lines
		return true
	}
	if found := playChances().FindStringSubmatch(line); found != nil {
		t.source = bgblitzSource
		t.add(decimals(found[1:4], 1))
		t.add(decimals(found[4:], 1))
		return true
	}
	found := namedChances().FindStringSubmatch(line)
	if found != nil {
		t.source = bgblitzSource
		t.named = append(t.named, playerChances{oneLine(found[1]), decimals(found[2:], 0.01)})
	}
	return found != nil
}

// looksLikeChances reports whether a line has the marks of probabilities of XG.
func looksLikeChances(line string) bool {
	return strings.Count(line, "%") == 3 && strings.Contains(line, "(")
}

// add sets the probabilities of a line, which begins with those of the player who
// decides.
func (t *textReader) add(three []float64) {
	t.chances = append(t.chances, three...)
	if len(t.chances) != 6 {
		return
	}
	e := &t.estimate
	if n := len(t.plays); n > 0 {
		e = &t.plays[n-1].Estimate
	}
	e.setChances(t.chances[:3], t.chances[3:])
}

// setChances sets the probabilities of the player who decides and of the opponent: to
// win, to win a gammon and to win a backgammon.
func (e *Estimate) setChances(own, other []float64) {
	e.Win, e.WinGammon, e.WinBackgammon, e.LoseGammon, e.LoseBackgammon = own[0], own[1], own[2], other[1], other[2]
}

// analysis returns what was read, nil for nothing.
func (t *textReader) analysis() *Analysis {
	a := &Analysis{Source: xgSource, Cube: t.cubeDecision()}
	if t.source != "" {
		a.Source = t.source
	}
	if !t.unranked {
		t.setPlays(a)
	}
	if a.Cube != nil && len(a.Plays) == 0 {
		a.Rollouts = t.cubeRollouts(a.Cube)
	}
	if a.Cube == nil && len(a.Plays) == 0 {
		return nil
	}
	return a
}

// setPlays sets the plays and their rollouts.
func (t *textReader) setPlays(a *Analysis) {
	rolledOut := false
	var all []Rollout
	for i := range t.plays {
		p := &t.plays[i]
		r := Rollout{Confidence: p.confidence}
		if p.confidence > 0 && !isXGLevel(p.Level) {
			p.Level = rolloutLevel
		}
		if p.Level == rolloutLevel {
			r.Games = t.gamesOf(p.note)
		}
		rolledOut = rolledOut || r != Rollout{}
		a.Plays, all = append(a.Plays, p.Candidate), append(all, r)
	}
	if rolledOut {
		a.Rollouts = all
	}
	a.PlaysMWC = t.playsMWC()
}

// playsMWC reports whether the only figures of the plays are match-winning chances.
func (t *textReader) playsMWC() bool {
	return len(t.plays) > 0 && t.state.Length > 0 && t.unit == mwcUnit && !slices.ContainsFunc(t.plays, func(p textPlay) bool {
		return !p.oneFigure || !isChance(p.Equity)
	})
}

func isChance(x float64) bool { return x >= 0 && x <= 1 }

// cubeRollouts returns the rollouts of a cube decision, nil for none.
func (t *textReader) cubeRollouts(c *CubeEstimate) []Rollout {
	if c.Level != rolloutLevel {
		return nil
	}
	both := []Rollout{{Games: t.gamesOf("")}, {Games: t.gamesOf("")}}
	for i := range t.confidence {
		both[i].Confidence = t.confidence[i]
	}
	if both[0] == (Rollout{}) && both[1] == (Rollout{}) {
		return nil
	}
	return both
}

// decimal parses a number that matches the pattern.
func decimal(text string) float64 {
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil {
		return 0
	}
	return x
}

func decimals(texts []string, unit float64) []float64 {
	var all []float64
	for _, text := range texts {
		all = append(all, decimal(text)*unit)
	}
	return slices.Clip(all)
}
