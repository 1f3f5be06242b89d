package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadOldMoves reads the output of the FIBS command oldmoves, one or more games
// of a match, as clients save it. X of the first game becomes [board.PlayerO],
// as in GNU Backgammon. Errors call the file by the name.
func ReadOldMoves(name string, r io.Reader) (*Match, error) {
	return oneMatch(name, r, readOldMatches)
}

// readOldMatches reads all matches of a file of oldmoves.
func readOldMatches(name string, r io.Reader) ([]*Match, error) {
	o := oldMoves{collector: newCollector()}
	return o.readAll(name, r, o.line, "no line such as \"Score is 0-0 in a 3 point match.\" in %d lines")
}

// oldMoves is the state of the reader.
type oldMoves struct {
	collector
	begun    bool         // the line of the score was read, and that of the names was not
	score    [2]int       // in that line, of X first
	length   int          // in that line
	x        board.Player // the player with the X checkers in the game
	resigned bool         // a resignation is on offer
}

var (
	oldScore = pattern(`Score is (\d+)-(\d+) in (?:a (\d+) point|an unlimited) match`)
	oldNames = pattern(`^(\S+) is X - (\S+) is O\b`)
	oldRoll  = pattern(`^\(\s*(\d)\s+(\d)\s*\)\s*:?(.*)$`)
	oldWin   = pattern(`(?i)^wins? (\d+) points?`)
)

// line reads one line. It skips lines that are neither a game nor an action:
// clients save other messages as well.
func (o *oldMoves) line(text string) error {
	text = strings.TrimSpace(text)
	if found := oldScore().FindStringSubmatch(text); found != nil {
		return o.header(found)
	}
	if found := oldNames().FindStringSubmatch(text); found != nil && o.begun {
		return o.names(found[1], found[2])
	}
	letter, rest, found := strings.Cut(text, ":")
	switch {
	case !found || letter != "X" && letter != "O" || o.game == nil && !o.begun:
		return nil
	case o.begun:
		return fmt.Errorf("%q: want names such as \"anna is X - bert is O\"", clip(text))
	}
	p := o.x
	if letter == "O" {
		p = p.Opponent()
	}
	return o.action(p, strings.TrimSpace(rest))
}

// header reads the line of the score.
func (o *oldMoves) header(found []string) error {
	var numbers [3]int
	for i, limit := range []int{maxScore, maxScore, board.MaxMatchLength} {
		if found[i+1] == "" {
			continue // unlimited
		}
		n, err := strconv.Atoi(found[i+1])
		if err != nil || n > limit {
			return fmt.Errorf("%s in the line of the score, want at most %d", found[i+1], limit)
		}
		numbers[i] = n
	}
	o.score, o.length, o.begun, o.resigned = [2]int{numbers[0], numbers[1]}, numbers[2], true, false
	return nil
}

// names reads the players of the checkers, which begins a game.
func (o *oldMoves) names(x, other string) error {
	names := [2]string{oneLine(x), oneLine(other)}
	if o.game != nil && o.isOtherMatch(names) {
		o.endMatch()
		o.collector = o.nextMatch()
	}
	if o.game == nil {
		o.match.Names, o.match.Length = names, o.length
	}
	if err := o.newGame(); err != nil {
		return err
	}
	o.x = board.PlayerO
	if o.match.Names != names {
		o.x = board.PlayerX
	}
	o.game.Score[o.x], o.game.Score[o.x.Opponent()] = o.score[0], o.score[1]
	o.begun = false
	return nil
}

// isOtherMatch reports whether the game that begins belongs to another match than the
// last one: of other players, to another length, or with a lower score.
func (o *oldMoves) isOtherMatch(names [2]string) bool {
	score, before := o.score, o.game.Score
	switch o.match.Names {
	case [2]string{names[1], names[0]}:
		score[0], score[1] = score[1], score[0]
	case names:
	default:
		return true
	}
	return o.length != o.match.Length || score[0] < before[0] || score[1] < before[1] || o.isOver() && score == before
}

// action reads the action of a player.
func (o *oldMoves) action(p board.Player, text string) error {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimRight(text, ".")), " ")
	if found := oldWin().FindStringSubmatch(text); found != nil {
		n, err := strconv.Atoi(found[1])
		if err != nil || n > maxWin {
			return fmt.Errorf("a win of %s points, want at most %d", found[1], maxWin)
		}
		o.wins(p, n)
		return nil
	}
	if o.isOver() {
		return fmt.Errorf("%q: the game is over", clip(text))
	}
	kind := Double
	switch {
	case strings.HasPrefix(text, "("):
		return o.roll(p, text)
	case word == "wants":
		o.resigned = true
		return nil
	case o.resigned && (word == "accepts" || word == "rejects"):
		o.resigned = false
		return nil // the line of the winner follows, or the game continues
	case word == "doubles":
	case word == "accepts":
		kind = Take
	case word == "rejects", word == "drops", word == "gives":
		kind = Drop
	default:
		return fmt.Errorf("%q: want a roll such as (3 1) 8-5 6-5, doubles, accepts, rejects or wins 2 points", clip(text))
	}
	return o.add(Action{Kind: kind, Player: p})
}

// roll reads a roll with its play.
func (o *oldMoves) roll(p board.Player, text string) error {
	found := oldRoll().FindStringSubmatch(text)
	if found == nil {
		return fmt.Errorf("%q: want a roll such as (3 1)", clip(text))
	}
	roll, err := board.ParseRoll(found[1] + found[2])
	if err != nil {
		return fmt.Errorf("%q: want a roll such as (3 1)", clip(text))
	}
	a := Action{Player: p, Roll: roll}
	play := strings.ReplaceAll(strings.TrimRight(found[3], " ."), "home", "off")
	a.Steps, a.Text = readPlay(strings.ReplaceAll(play, "-", "/"))
	for i, s := range a.Steps {
		a.Steps[i] = homeward(s)
	}
	return o.add(a)
}

// homeward converts a step that counts the points from the far end.
func homeward(s board.Step) board.Step {
	turn := s.From < s.To && s.From != board.Off
	switch {
	case s.From == board.Bar:
		turn = s.To <= 6
	case s.To == board.Off:
		turn = s.From >= 19
	}
	if turn {
		return fromFarEnd(s)
	}
	return s
}
