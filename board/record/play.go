package record

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// maxSteps is the maximal number of steps of a roll.
const maxSteps = 4

// legalPlay returns the legal play of a Move.
func (r *Replay) legalPlay() (board.Play, error) {
	a := &r.Action
	if a.Text != "" {
		return board.Play{}, fmt.Errorf("unknown play %q", a.Text)
	}
	if a.Roll == (board.Roll{}) {
		return r.leftOut()
	}
	if !a.Roll.Valid() {
		return board.Play{}, fmt.Errorf("dice %v, want 1 to 6", a.Roll)
	}
	return playOf(r.gen, r.Position, a.Roll, a.Steps)
}

// playOf returns the legal play with the given steps.
func playOf(gen *board.Generator, pos board.Position, roll board.Roll, steps []board.Step) (board.Play, error) {
	plays := gen.Plays(&pos, roll)
	if len(steps) == 0 && len(plays) == 0 {
		return board.Play{Result: pos.Swap()}, nil
	}
	if result, ok := after(pos, steps); ok {
		for i := range plays {
			if plays[i].Result == result {
				return plays[i], nil
			}
		}
	}
	// Joined steps, or no legal play: the parser returns the play or the error.
	return board.ParsePlay(pos, roll, stepWords(steps))
}

// leftOut returns the play of a turn without dice. It returns an error unless
// some roll cannot be played in the position.
func (r *Replay) leftOut() (board.Play, error) {
	if len(r.Action.Steps) > 0 {
		return board.Play{}, fmt.Errorf("a play without dice")
	}
	for _, roll := range board.Rolls {
		if len(r.gen.Plays(&r.Position, roll)) == 0 {
			return board.Play{Result: r.Position.Swap()}, nil
		}
	}
	return board.Play{}, fmt.Errorf("the turn is missing")
}

// after returns the position after the steps, from the opponent's point of
// view, with each step taken as the move of one die. It returns false if a step
// starts from an empty place or ends at an impossible place.
func after(pos board.Position, steps []board.Step) (board.Position, bool) {
	if len(steps) > maxSteps {
		return pos, false
	}
	for _, s := range steps {
		if s.From > board.Bar || s.To >= s.From || pos.Own[s.From] == 0 {
			return pos, false
		}
		pos.Own[s.From]--
		pos.Own[s.To]++
		if blot(&pos, s.To) {
			pos.Opp[board.Bar-s.To] = 0
			pos.Opp[board.Bar]++
		}
	}
	return pos.Swap(), true
}

// blot reports whether the opponent has a single checker on the point of the
// player on roll.
func blot(pos *board.Position, point uint8) bool {
	return point != board.Off && point < board.Bar && pos.Opp[board.Bar-point] == 1
}

// written returns the steps of a legal Move, one for each die: the steps of the record,
// in their order, if they are single steps, otherwise the steps of the play. Those of an
// illegal play are the steps of the record.
func (r *Replay) written() []board.Step {
	own := r.Play.Steps()
	if r.Illegal || len(own) == len(r.Action.Steps) {
		return r.Action.Steps
	}
	return append([]board.Step(nil), own...)
}

// stepWords formats steps for the parser: 25 is the bar and 0 is off.
func stepWords(steps []board.Step) string {
	var words []string
	for _, s := range steps {
		words = append(words, fmt.Sprintf("%d/%d", s.From, s.To))
	}
	return strings.Join(words, " ")
}

// plainText formats steps in the plain form of .mat files, with hits marked.
func plainText(pos board.Position, steps []board.Step) string {
	var text []byte
	for i, s := range steps {
		text = strconv.AppendUint(text, uint64(s.From), 10)
		text = append(text, '/')
		text = strconv.AppendUint(text, uint64(s.To), 10)
		if blot(&pos, s.To) {
			pos.Opp[board.Bar-s.To] = 0
			text = append(text, '*')
		}
		if i < maxSteps-1 {
			text = append(text, ' ')
		}
	}
	return string(text)
}

// parseSteps parses the words of a play: 24/18*/15, bar/20, 6/off, 13/7(2).
func parseSteps(text string) ([]board.Step, error) {
	var steps []board.Step
	for _, word := range strings.FieldsFunc(spaceCounts(text), isBlank) {
		path, times, err := cutCount(word)
		if err != nil {
			return nil, err
		}
		one, err := parsePath(path)
		if err != nil {
			return nil, err
		}
		if len(one) == 1 && one[0] == (board.Step{}) {
			continue // 0/0, a die with nothing left to move
		}
		for range times {
			steps = append(steps, one...)
		}
		if len(steps) > maxSteps {
			return nil, fmt.Errorf("%q: more than %d moves", text, maxSteps)
		}
	}
	return steps, nil
}

func isBlank(c rune) bool { return c == ' ' || c == '\t' || c == ',' }

// spaceCounts joins "13/7 (2)" to one word.
func spaceCounts(text string) string {
	if !strings.Contains(text, " (") {
		return text
	}
	joined := []byte(text[:0])
	for i := range len(text) {
		if text[i] == ' ' && isCount(text[i+1:]) {
			continue
		}
		joined = append(joined, text[i])
	}
	return string(joined)
}

// isCount reports whether a text begins with the number of equal moves in brackets.
func isCount(text string) bool {
	return len(text) >= 3 && text[0] == '(' && '1' <= text[1] && text[1] <= '0'+maxSteps && text[2] == ')'
}

// cutCount removes "(n)" from the end of a word, and marks of hits around it.
func cutCount(word string) (path string, times int, err error) {
	path, count, counted := strings.Cut(strings.TrimRight(word, "*"), "(")
	if !counted {
		return path, 1, nil
	}
	times, err = strconv.Atoi(strings.TrimSuffix(count, ")"))
	if err != nil || times < 1 || times > maxSteps {
		return "", 0, fmt.Errorf("%q: want a number from 1 to %d in brackets", word, maxSteps)
	}
	return path, times, nil
}

// parsePath parses the path of one checker.
func parsePath(text string) ([]board.Step, error) {
	names := strings.Split(text, "/")
	if len(names) < 2 || len(names) > maxSteps+1 {
		return nil, fmt.Errorf("%q: want a move such as 8/5", text)
	}
	places := make([]uint8, len(names))
	for i, name := range names {
		place, err := parsePlace(strings.Trim(name, "*"))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		places[i] = place
	}
	var steps []board.Step
	for i := range places[1:] {
		steps = append(steps, board.Step{From: places[i], To: places[i+1]})
	}
	return steps, nil
}

// hyphensSlashed replaces the hyphens between two places by slashes, if the text has no
// slash: 8-5 bar-20 6-off.
func hyphensSlashed(text string) string {
	if strings.Contains(text, "/") || !strings.Contains(text, "-") {
		return text
	}
	plain := []byte(text)
	place := func(c byte) bool { return isDigit(c) || isLetter(c) || c == '*' }
	for i := 1; i+1 < len(plain); i++ {
		before, after := plain[i-1], text[i+1]
		if plain[i] == '-' && place(before) && place(after) && (isDigit(after) || isDigit(before) || before == '*') {
			plain[i] = '/'
		}
	}
	return string(plain)
}

func parsePlace(name string) (uint8, error) {
	switch strings.ToLower(name) {
	case "b", "ba", "bar":
		return board.Bar, nil
	case "o", "of", "off", "-":
		return board.Off, nil
	}
	n, err := strconv.ParseUint(name, 10, 8)
	if err != nil || n > board.Bar {
		return 0, fmt.Errorf("no place %q, want 1 to 24, bar or off", name)
	}
	return uint8(n), nil
}
