package record

import "strings"

var (
	// A line of a list: "1. …" or "1) …", but not a number such as 1.5. Forums have bullets
	// before it and stars or blanks around the rank: "• 1.", "**1.**", "1*.".
	ranked = pattern(`^\s*(?:[-*_#•·‣◦]+\s*)*(\d+)\s?[*_]*\s?[.)][*_]*(\s.*|[^\s\d].*|\d+-\pL.*)$`)
	// Moves of a checker: 8/5, 24/18*/15(2), bar/20, 6/off, 13-11; names of the bar
	// and of being off in any language, if separated by slashes.
	moveWord = pattern(`(?i)^(?:(?:\d{1,2}|\pL+)\*?(?:/\d{1,2}\*?)+|\d{1,2}\*?(?:/\d{1,2}\*?)*/\pL+|(?:\d{1,2}|bar)\*?(?:-\d{1,2}\*?)*-(?:\d{1,2}|off)\*?)(?:\(\d\))?\*?,?$`)
	// The figures after a play: "eq:+0.159 (-0.010)" of XG, "0.473 / -0.289" of an older
	// BGBlitz. The last one is the equity.
	afterPlay  = pattern(`^(?:[^\s:]*\s*:\s*(` + decimalNumber + `)(?:[^\d].*)?|(?:` + decimalNumber + `\s*/\s*)?(` + decimalNumber + `)\s*` + difference + `)$`)
	behindBest = pattern(`\(\s*(` + decimalNumber + `)\s*\)`)
	// The figures before a play: "0.124 mwp /  -0.492  (-0.053)" of BGBlitz.
	beforePlay = pattern(`^(?:` + decimalNumber + `\s*\pL*\s*/\s*)?(` + decimalNumber + `)\s*` + difference + `$`)
	// A figure where the equity of a play stands.
	playFigure = pattern(`(?i)[:/]\s*[-+]?(?:\d*[.,]\d|nan|inf)`)
)

// textPlay is a play of a text.
type textPlay struct {
	Candidate
	note       string  // footnote mark of its level
	confidence float64 // of a rollout, 0 for none
	behind     float64 // difference of its equity from that of the best play
	oneFigure  bool    // it may be a match-winning chance: the line has nothing beside it
}

// maxTextPlays exceeds the length of any list of candidates.
const maxTextPlays = 1 << 10

// play reads a line with a candidate. It returns false for other lines.
func (t *textReader) play(line string) bool {
	found := ranked().FindStringSubmatch(line)
	if found == nil {
		return false
	}
	before, moves, after := cutMoves(found[2])
	p, ok := t.candidate(before, moves, after)
	switch {
	case ok && len(t.plays) < maxTextPlays:
		t.begin(line, atoi(found[1]), p.behind)
		t.plays = append(t.plays, p)
		t.chances = nil
	case len(moves) > 0 || playFigure().MatchString(found[2]):
		t.unreadable(line)
		t.unranked = t.unranked || len(t.plays) == 0
		t.chances = make([]float64, 7) // those of the lines below belong to no play
	default:
		return false
	}
	return true
}

// begin checks that the first play of a list is the best one: it has rank 1 and is not behind
// another one.
func (t *textReader) begin(line string, rank int, behind float64) {
	if len(t.plays) > 0 || t.unranked || rank == 1 && behind == 0 {
		return
	}
	t.unranked = true
	t.match.notice(NoBest, line, t.number)
}

// candidate returns the play with the texts before and after its moves. It returns false
// if a part cannot be read or the play is illegal.
func (t *textReader) candidate(before string, moves []string, after string) (p textPlay, ok bool) {
	equity := afterPlay().FindStringSubmatch(after)
	switch {
	case equity != nil:
		p.Level, p.note = xgLevelOf(before)
		p.Equity = decimal(equity[1] + equity[2])
	case after == "" && len(moves) > 0:
		if equity = beforePlay().FindStringSubmatch(before); equity == nil {
			return p, false
		}
		t.source = bgblitzSource
		p.Equity = decimal(equity[1])
	default:
		return p, false
	}
	p.oneFigure = !strings.ContainsAny(before+after, "/:")
	if found := behindBest().FindStringSubmatch(before + " " + after); found != nil {
		p.behind = decimal(found[1])
	}
	steps, err := parseSteps(strings.Join(moves, " "))
	p.Steps = steps
	return p, err == nil && t.legal(&p.Candidate)
}

// legal reports whether a play is legal; every play is, if the position has no dice.
func (t *textReader) legal(c *Candidate) bool {
	if !t.state.Dice.Valid() {
		return len(c.Steps) > 0
	}
	_, err := c.Play(t.position, t.state.Dice)
	return err == nil
}

// cutMoves returns the moves in a line and the texts around them. Without moves, the text
// before them ends at the last word with a colon.
func cutMoves(line string) (before string, moves []string, after string) {
	words := strings.Fields(spaceCounts(line))
	from := 0
	for from < len(words) && !moveWord().MatchString(words[from]) {
		from++
	}
	to := from
	for to < len(words) && moveWord().MatchString(words[to]) {
		moves = append(moves, plainMove(words[to]))
		to++
	}
	if from < to {
		return strings.Join(words[:from], " "), moves, strings.Join(words[to:], " ")
	}
	for from > 0 && !strings.Contains(words[from-1], ":") {
		from--
	}
	if from > 0 {
		from--
	}
	return strings.Join(words[:from], " "), nil, strings.Join(words[from:], " ")
}

// plainMove returns a word of moves with slashes and with English names.
func plainMove(word string) string {
	path, count, _ := strings.Cut(strings.TrimSuffix(word, ","), "(")
	names := strings.FieldsFunc(path, func(c rune) bool { return c == '/' || c == '-' })
	for i, name := range names {
		switch {
		case name[0] >= '0' && name[0] <= '9':
		case i == 0:
			names[i] = "bar"
		default:
			names[i] = "off"
		}
	}
	if path = strings.Join(names, "/"); count != "" {
		path += "(" + count
	}
	return path
}
