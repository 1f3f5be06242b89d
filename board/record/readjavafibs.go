package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// javaFIBSMark begins a file of JavaFIBS.
const javaFIBSMark = "JavaFIBS internal match representation"

// ReadJavaFIBS reads a match as JavaFIBS stores it: lines of a number, which is the kind
// of the line, names and values. You, the player who recorded the match, becomes
// [board.PlayerO]. Errors call the file by the name.
func ReadJavaFIBS(name string, r io.Reader) (*Match, error) {
	return oneMatch(name, r, readJavaFIBSs)
}

func readJavaFIBSs(name string, r io.Reader) ([]*Match, error) {
	j := javaFIBS{collector: newCollector()}
	return j.readAll(name, r, j.line, "no line such as \"13:bert:\", which begins a game, in %d lines")
}

// javaFIBS is the state of the reader.
type javaFIBS struct{ collector }

// The kinds of lines.
const (
	javaRoll      = 0
	javaMove      = 1
	javaDouble    = 2
	javaResign    = 3
	javaTake      = 4
	javaDrop      = 5
	javaPlayers   = 6
	javaWin       = 7
	javaMatch     = 8
	javaMatchEnd  = 9
	javaFirstRoll = 11
	javaReject    = 12
	javaGame      = 13
	javaScore     = 14
	javaNoMove    = 15
)

const (
	javaUnlimited = 9999  // the length of an unlimited match
	javaRecorder  = "You" // the name of the player who recorded the match
)

func (j *javaFIBS) line(text string) error {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasPrefix(text, javaFIBSMark) {
		return nil
	}
	words := strings.Split(text, ":")
	kind, err := strconv.Atoi(words[0])
	if err != nil || len(words) < 2 {
		return fmt.Errorf("%q: want a line such as \"1:You:8-5 6-5\"", clip(text))
	}
	name, value := oneLine(words[1]), strings.TrimSpace(strings.Join(words[2:], ":"))
	if kind == javaMatch && j.game != nil {
		j.endMatch()
		j.collector = j.nextMatch()
	}
	m := j.match
	switch kind {
	case javaMatch:
		m.Names[board.PlayerX] = name
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > board.MaxMatchLength && n != javaUnlimited {
			return fmt.Errorf("a match to %q, want 0 to %d, or %d for an unlimited one", clip(value), board.MaxMatchLength, javaUnlimited)
		}
		if n != javaUnlimited {
			m.Length = n
		}
		return nil
	case javaGame:
		return j.nextGame()
	case javaMatchEnd, javaScore:
		return nil // they follow from the games
	case javaPlayers:
		if len(m.Games) == 1 {
			m.Names = [2]string{name, oneLine(value)}
		}
		return nil
	}
	if j.game == nil {
		return fmt.Errorf("%q: an action before a game", clip(text))
	}
	p := board.PlayerX
	if name == javaRecorder || name == m.Names[board.PlayerO] {
		p = board.PlayerO
	}
	return j.action(kind, p, value, text)
}

// action reads an action of a player.
func (j *javaFIBS) action(kind int, p board.Player, value, line string) error {
	switch kind {
	case javaRoll, javaFirstRoll:
		roll, err := board.ParseRoll(strings.ReplaceAll(value, " ", ""))
		if err != nil {
			return fmt.Errorf("%q: want a roll such as 3 1", clip(value))
		}
		return j.add(Action{Kind: Rolled, Player: p, Roll: roll})
	case javaMove, javaNoMove:
		return j.playFromOneEnd(p, javaPlay(value))
	case javaDouble:
		return j.add(Action{Kind: Double, Player: p})
	case javaTake:
		return j.add(Action{Kind: Take, Player: p})
	case javaDrop:
		return j.add(Action{Kind: Drop, Player: p})
	case javaResign:
		a := Action{Kind: Resign, Player: p}
		if err := a.setValue(value); err != nil {
			return err
		}
		return j.add(a)
	case javaReject:
		j.withdraw()
		return nil
	case javaWin:
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > maxWin {
			return fmt.Errorf("a win of %q points, want 0 to %d", clip(value), maxWin)
		}
		j.wins(p, n)
		return nil
	}
	j.match.notice(Remarks, line, j.lines)
	return nil
}

// javaPlay returns the play at the beginning of a text, behind which JavaFIBS may repeat
// it in other words.
func javaPlay(text string) string {
	var all []string
	for _, word := range strings.Fields(text) {
		from, to, found := strings.Cut(word, "-")
		if !found || !isJavaPlace(from) || !isJavaPlace(to) {
			break
		}
		all = append(all, from+"/"+to)
	}
	return strings.Join(all, " ")
}

func isJavaPlace(word string) bool {
	return word == "bar" || word == "off" || word != "" && strings.Trim(word, "0123456789") == ""
}
