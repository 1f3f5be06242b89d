package record

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadPositionText reads a position with its analysis as text, in the form in
// which eXtreme Gammon and BGBlitz copy it, in any of their languages. The XGID
// determines the position; the analysis is read from the order of its numbers,
// not from its words. The match has one game, which begins at the position; the
// analysis is at its last action. Errors call the file by the name.
func ReadPositionText(name string, r io.Reader) (*Match, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxPositionText+1))
	if err == nil && len(b) > maxPositionText {
		err = fmt.Errorf("the text is longer than %d bytes", maxPositionText)
	}
	if err == nil {
		err = checkEncoding(b)
	}
	if err == nil {
		var m *Match
		if m, err = positionOfText(decode(bytes.TrimPrefix(b, byteOrderMark))); err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// maxPositionText is the maximal size in bytes of a text with one position.
const maxPositionText = 1 << 20

var (
	xgidText  = pattern(`XGID=([-A-Pa-p]{26}(?::-?[0-9D]+){9})`)
	textNames = pattern(`(?m)^\s*X\s*:\s*(.*?)\s+O\s*:\s*(\S.*?)\s*$`)
	programOf = pattern(`(?i)eXtreme Gammon|BGBlitz`)
)

// positionOfText returns the match with the position and analysis of a text.
func positionOfText(text string) (*Match, error) {
	text = lineEnds.Replace(text)
	at := xgidText().FindStringSubmatchIndex(text)
	if at == nil {
		return nil, fmt.Errorf("no XGID in the text, want one such as XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
	}
	line := 1 + strings.Count(text[:at[0]], "\n")
	x, err := board.ParseXGID(text[at[2]:at[3]], board.Backgammon)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	if second := xgidText().FindString(text[at[1]:]); second != "" {
		return nil, fmt.Errorf("the text has a second position, %s, want one", second)
	}
	var names [2]string
	if found := textNames().FindStringSubmatch(text); found != nil && !strings.ContainsAny(found[1]+found[2], "%|") {
		names = [2]string{board.PlayerX: oneLine(found[1]), board.PlayerO: oneLine(found[2])}
	}
	m, err := ofPosition(names, x.Position, &x.Match, board.Backgammon)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	a := textAnalysis(text[at[1]:])
	if a == nil {
		return m, nil
	}
	if a.Source = programOf().FindString(text); a.Source == "" {
		a.Source = xgSource
	}
	actions := m.Games[0].Actions
	actions[len(actions)-1].Analysis = a
	return m, nil
}

// In these patterns a number has an optional sign and a point or a comma.
const (
	signedNumber = `([-+]\d+[.,]\d+)`
	chance       = `(\d+[.,]\d+)\s*%`
)

var (
	// "1. 4-ply  8/5 6/5   eq:+0.159 (-0.010)", or of BGBlitz
	// "1.  55.2% / 0.159 (-0.010)  8/5, 6/5".
	xgPlay      = pattern(`^\s*(\d+)\.\s+(\S.*?)\s{2,}(\S.*?)\s+\S+\s*:\s*` + signedNumber)
	bgblitzPlay = pattern(`^\s*(\d+)\.\s+[^/]*?/\s*([-+]?\d+[.,]\d+)\s*(?:\(\s*[-+]?\d+[.,]\d+\s*\))?\s+(\S.*?)\s*$`)
	// "Player:   55.20% (G:16.10% B:0.60%)".
	xgChances = pattern(chance + `\s*\([^\d]*` + chance + `[^\d]*` + chance + `\s*\)`)
	// "0.552 0.161 0.006 - 0.448 0.114 0.004".
	bgblitzChances = pattern(`^\s*(\d*[.,]\d+)%?\s+(\d*[.,]\d+)%?\s+(\d*[.,]\d+)%?\s+-\s+(\d*[.,]\d+)%?\s+(\d*[.,]\d+)%?\s+(\d*[.,]\d+)%?\s*$`)
	// "No double:  +0.443 (-0.059)".
	cubeEquity = pattern(`^\s*[^\d:][^:]*:\s*` + signedNumber)
	// Level of a cube decision, in a line above its equities.
	levelText = pattern(`\d+-ply(?: red)?|XG Roller\+{0,2}`)
)

// textReader collects an analysis line by line.
type textReader struct {
	plays    []Candidate
	equities []float64 // of a cube decision, in file order
	chances  []float64 // of the lines since the last play
	cube     Estimate
}

// textAnalysis returns the analysis in a text, nil for none.
func textAnalysis(text string) *Analysis {
	var t textReader
	for line := range strings.SplitSeq(text, "\n") {
		t.line(line)
	}
	switch {
	case len(t.plays) > 0:
		return &Analysis{Plays: t.plays}
	case len(t.equities) >= 3:
		t.cube.Equity = t.equities[0]
		return &Analysis{Cube: &CubeEstimate{Estimate: t.cube, DoubleTake: t.equities[1], DoublePass: t.equities[2]}}
	}
	return nil
}

func (t *textReader) line(line string) {
	if found := xgPlay().FindStringSubmatch(line); found != nil {
		t.play(found[2], found[3], found[4])
	} else if found := bgblitzPlay().FindStringSubmatch(line); found != nil {
		t.play("", strings.ReplaceAll(found[3], ",", " "), found[2])
	} else if found := bgblitzChances().FindStringSubmatch(line); found != nil {
		unit := 1.0
		if strings.Contains(line, "%") {
			unit = 0.01
		}
		c := decimals(found[1:], unit)
		t.add(c[0:3])
		t.add(c[3:6])
	} else if found := xgChances().FindStringSubmatch(line); found != nil {
		t.add(decimals(found[1:], 0.01))
	} else if found := cubeEquity().FindStringSubmatch(line); found != nil && len(t.plays) == 0 && len(t.equities) < 3 {
		t.equities = append(t.equities, decimal(found[1]))
	} else if level := levelText().FindString(line); level != "" && len(t.plays) == 0 && t.cube.Level == "" {
		t.cube.Level = level
	}
}

// play starts a candidate. Plays that cannot be parsed are skipped.
func (t *textReader) play(level, play, equity string) {
	steps, unread := readPlay(play)
	t.chances = nil
	if unread != "" || len(t.plays) == maxTextPlays {
		return
	}
	t.plays = append(t.plays, Candidate{steps, Estimate{Level: oneLine(level), Equity: decimal(equity)}})
}

// maxTextPlays exceeds the length of any list of candidates.
const maxTextPlays = 1 << 10

// add sets the probabilities of a line, which begins with those of the player who
// decides.
func (t *textReader) add(three []float64) {
	if t.chances = append(t.chances, three...); len(t.chances) != 6 {
		return
	}
	e := &t.cube
	if n := len(t.plays); n > 0 {
		e = &t.plays[n-1].Estimate
	}
	c := t.chances
	e.Win, e.WinGammon, e.WinBackgammon, e.LoseGammon, e.LoseBackgammon = c[0], c[1], c[2], c[4], c[5]
}

// decimal parses a number matched by the pattern.
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
	return all
}
