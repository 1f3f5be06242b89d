package record

import "strings"

var (
	// "Double/Take:   +0.215 (-0.122)" of XG, in forums with "±0.018 (+0.197..+0.233)"
	// behind it, and "Double / Take  :  0.220   (-0.006)   0.164   (-0.123)" of BGBlitz:
	// the match-winning chance and the equity.
	rowText = pattern(`^\s*([^:]*\pL[^:]*?)\s*:\s*(` + decimalNumber + `)\s*` + difference +
		`\s*(?:(` + decimalNumber + `)\s*` + difference + `)?\s*(?:±\s*(` + decimalNumber + `).*)?$`)
	// The answer of a pass, in some languages: figures tell it only as equities.
	passWord = pattern(`(?i)/\s*(?:pass|drop|refus|ablehn|rechaz|rifiut|пас|パス|降り)`)
	// A row of a double with something else behind the colon.
	looksLikeRow = pattern(`^[^:]*\pL\s*/\s*\pL[^:]*:\s*\S`)
)

// cubeRow is an alternative of a cube decision.
type cubeRow struct {
	line       string
	number     int
	double     bool // it is a double with its answer, not no double
	first      float64
	equity     *float64 // second column, nil for none
	confidence float64  // 0 for none
}

// value returns the equity, or the only figure.
func (r *cubeRow) value() float64 {
	if r.equity != nil {
		return *r.equity
	}
	return r.first
}

// row reads an alternative of a cube decision. It returns false for other lines.
func (t *textReader) row(line string) bool {
	found := rowText().FindStringSubmatch(line)
	if found == nil || ranked().MatchString(line) || programOf().MatchString(line) {
		return false
	}
	if _, moves, _ := cutMoves(found[1]); len(moves) > 0 && isDouble(found[1]) { // a play without its rank
		t.unreadable(line)
		t.chances = make([]float64, 7) // those of the lines below belong to no play
		return true
	}
	r := cubeRow{line: line, number: t.number, double: isDouble(found[1]), first: decimal(found[2]), confidence: decimal(found[4])}
	if found[3] != "" {
		equity := decimal(found[3])
		r.equity = &equity
	}
	t.rows = append(t.rows, r)
	return true
}

// isDouble reports whether the name of an alternative is a double with its answer, such as
// Double/Take: in every language, only these have a slash.
func isDouble(name string) bool {
	double, answer, both := strings.Cut(name, "/")
	return both && strings.TrimSpace(double) != "" && strings.TrimSpace(answer) != ""
}

// closeRows ends a table of alternatives. Other lines with a name and a number are no
// table.
func (t *textReader) closeRows() {
	rows := t.rows
	t.rows = nil
	var no, take, pass *cubeRow
	doubles := 0
	for i := range rows {
		r := &rows[i]
		switch {
		case !r.double && no == nil:
			no = r
		case !r.double:
		case doubles == 0:
			take, doubles = r, 1
		case doubles == 1:
			pass, doubles = r, 2
		}
	}
	if doubles == 0 || t.cube != nil {
		return
	}
	if pass != nil && (take.value() == 1 || passWord().MatchString(take.line)) { // a pass always costs the cube
		take, pass = pass, take
	}
	if no == nil || pass == nil && take.value() == 1 {
		for i := range rows {
			t.match.notice(Unreadable, rows[i].line, rows[i].number)
		}
		return
	}
	t.cube = &CubeEstimate{DoubleTake: take.value(), DoublePass: 1}
	t.cube.Equity = no.value()
	if no.confidence > 0 || take.confidence > 0 {
		t.confidence = []float64{no.confidence, take.confidence}
	}
	if t.cube.MWC = t.cubeMWC(no, take, pass); t.cube.MWC {
		t.source = bgblitzSource
	}
}

// cubeMWC reports whether the only figures of a cube decision are match-winning chances.
// BGBlitz has them in its first column and may have no other. A pass is worth 1 only as an
// equity, unless it wins the match.
func (t *textReader) cubeMWC(no, take, pass *cubeRow) bool {
	if t.state.Length == 0 || no.equity != nil || !isChance(no.first) || !isChance(take.first) {
		return false
	}
	return t.unit == mwcUnit || pass != nil && pass.first != 1 || t.unit == "" && t.named != nil
}

// cubeDecision returns the cube decision with its level and probabilities, nil for none.
func (t *textReader) cubeDecision() *CubeEstimate {
	if t.cube == nil {
		return nil
	}
	c := *t.cube
	e := t.estimate
	e.Equity, e.Level = c.Equity, t.level
	if len(t.confidence) > 0 && !isXGLevel(e.Level) {
		e.Level = rolloutLevel
	}
	if len(t.named) == 2 {
		e.Level = ""
		other, own := t.named[0], t.named[1]
		if other.name == t.match.Names[t.state.Roller] && own.name != other.name {
			other, own = own, other
		}
		e.setChances(own.chances, other.chances)
	}
	c.Estimate = e
	return &c
}

// confident reads the confidence of an equity in a line. It returns false if there is
// none.
func (t *textReader) confident(line string) bool {
	found := confidenceText().FindStringSubmatch(line)
	if found == nil {
		return false
	}
	x := decimal(found[1])
	if n := len(t.plays); n > 0 {
		t.plays[n-1].confidence = x
	} else if len(t.confidence) < 2 {
		t.confidence = append(t.confidence, x)
	}
	return true
}

// rolledOut reads a line on a rollout: the confidence of its equity, or the number of its
// games. It returns false for other lines.
func (t *textReader) rolledOut(line string) bool {
	if t.confident(line) {
		return true
	}
	found := gamesText().FindStringSubmatch(line)
	if found == nil || len(t.plays) == 0 && t.cube == nil {
		return false
	}
	if t.games == nil {
		t.games = map[string]int{}
	}
	note := plainNote.Replace(found[1])
	if _, known := t.games[note]; !known {
		t.games[note] = atoi(found[2])
	}
	return true
}

// gamesOf returns the number of games of a rollout with a footnote mark, 0 if the text
// does not have it.
func (t *textReader) gamesOf(note string) int {
	n, known := t.games[note]
	if !known && len(t.games) == 1 { // one footnote for all
		for _, n = range t.games {
		}
	}
	return n
}
