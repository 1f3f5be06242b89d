package protocol

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/internal/plaintext"
)

// complaint is an error with its code in draft 0.2.
type complaint struct {
	code string
	error
}

func complain(code, format string, args ...any) error {
	return complaint{code, fmt.Errorf(format, args...)}
}

// stateful answers a line of draft 0.1 or 0.2. Before the first one, other lines
// get "sorry", which belongs to 0.01.
func (u *UBGI) stateful(ctx context.Context, word, rest string) []string {
	args := strings.Fields(rest)
	var answer []string
	var err error
	switch word {
	case "isready":
		answer = []string{"readyok"}
	case "setoption":
		err = u.setOption(rest)
	case "keys":
		answer = u.keys()
	case "get":
		answer, err = u.get(args)
	case "set":
		err = u.set(args)
	case "newgame":
		u.newGame()
	case "newsession":
		err = u.newSession(args)
	case "setscore":
		err = u.setScore(args)
	case "setcube":
		err = u.setCube(args)
	case "setturn":
		err = u.setTurn(args)
	case "position":
		err = u.setPosition(rest)
	case "dice":
		err = u.setDice(args)
	case "go":
		answer, err = u.goLine(ctx, args)
	default:
		if !u.later {
			return []string{sorry}
		}
		err = complain(badCommand, "there is no command %q", clip(word))
	}
	u.later, u.unready = true, false
	if err != nil {
		code := internalError
		var c complaint
		if errors.As(err, &c) {
			code = c.code
		}
		return []string{"error " + code + " " + plaintext.OneLine(err.Error())}
	}
	return answer
}

// match returns the match that lines have set up, by default a money game.
func (u *UBGI) match() *board.Match {
	if !u.haveSet {
		u.q.Match = board.NewMatch(0)
		u.q.Match.Jacoby = u.Jacoby
		u.q.Beavers = true
		u.haveSet = true
	}
	return &u.q.Match
}

// newGame removes the position and centres the cube.
func (u *UBGI) newGame() {
	m := u.match()
	m.Cube, m.Owner, m.Dice, m.Doubled = 1, board.Nobody, board.Roll{}, false
	u.have = false
}

// newSession parses pairs of a name and a value.
func (u *UBGI) newSession(args []string) error {
	if len(args)%2 != 0 {
		return complain(badArgument, "newsession wants pairs of a name and a value")
	}
	m := board.NewMatch(0)
	m.Jacoby = u.Jacoby
	for i := 0; i < len(args); i += 2 {
		name, value := args[i], args[i+1]
		on := value == "on"
		switch name {
		case "type":
			if value != "match" && value != "money" {
				return complain(badValue, "type is %q, want match or money", clip(value))
			}
		case "length":
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 || n > board.MaxMatchLength {
				return complain(badValue, "length is %q, want 0 to %d", clip(value), board.MaxMatchLength)
			}
			m.Length = n
		case "jacoby":
			m.Jacoby = on
		case "crawford":
			m.Crawford = on
		default:
			return complain(unsupported, "newsession does not support %q", clip(name))
		}
	}
	m.Jacoby = m.Jacoby && m.Length == 0
	m.Crawford = false // the score determines whether the game is the Crawford game
	u.q = Question{Match: m, Beavers: m.Length == 0}
	u.have, u.haveSet, u.cube = false, true, true
	return nil
}

// setScore sets the scores of p0 and p1. If exactly one side is 1-away, the
// game is the Crawford game unless "postcrawford" follows.
func (u *UBGI) setScore(args []string) error {
	if len(args) != 2 && len(args) != 3 {
		return complain(badArgument, "setscore wants two numbers")
	}
	m := u.match()
	var score [2]int
	for i := range score {
		n, err := strconv.Atoi(args[i])
		if err != nil || n < 0 || m.Length > 0 && n >= m.Length || n > 1<<15-1 {
			return complain(badValue, "score %q, want a number below the match length", clip(args[i]))
		}
		score[i] = n
	}
	m.Score, u.cube = score, true
	m.Crawford = game.OneAway(m.Length, score) && len(args) == 2
	return nil
}

func (u *UBGI) setCube(args []string) error {
	if len(args) != 4 || args[0] != "value" || args[2] != "owner" {
		return complain(badArgument, "want: setcube value V owner center|p0|p1")
	}
	value, err := strconv.Atoi(args[1])
	if err != nil || value < 1 || value > board.MaxCube || value&(value-1) != 0 {
		return complain(badValue, "cube of %q, want a power of 2", clip(args[1]))
	}
	owner := board.Nobody
	if args[3] != "center" && args[3] != "centre" {
		if owner, err = playerOf(args[3]); err != nil {
			return err
		}
	}
	m := u.match()
	m.Cube, m.Owner, u.cube = value, owner, true
	return nil
}

func (u *UBGI) setTurn(args []string) error {
	if len(args) != 1 {
		return complain(badArgument, "want: setturn p0|p1")
	}
	p, err := playerOf(args[0])
	if err != nil {
		return err
	}
	m := u.match()
	m.Roller, m.Turn = p, p
	return nil
}

func playerOf(word string) (board.Player, error) {
	switch word {
	case "p0":
		return board.PlayerO, nil
	case "p1":
		return board.PlayerX, nil
	}
	return board.Nobody, complain(badValue, "player %q, want p0 or p1", clip(word))
}

// setPosition sets the position, and everything else in an XGID or a gnubg
// match ID. The dice must be set again after it.
func (u *UBGI) setPosition(rest string) error {
	kind, text, _ := strings.Cut(rest, " ")
	text = strings.TrimSpace(text)
	switch kind {
	case "gnubgid":
		x, matched, err := board.ParsePosition(text, u.Variant)
		if err != nil {
			return complaint{badValue, err}
		}
		q := questionOf(&x)
		if u.cube = u.cube || matched; !matched {
			q.Match, q.Beavers = *u.match(), u.q.Beavers
			q.Match.Dice, q.Match.Doubled, q.Match.Turn = board.Roll{}, false, q.Match.Roller
		}
		return u.take(q)
	case "xgid":
		q, err := u.parse(text)
		if err != nil {
			return complaint{badValue, err}
		}
		u.cube = true
		return u.take(q)
	}
	return complain(unsupported, "position %q, want gnubgid or xgid", clip(kind))
}

// take makes q the current question.
func (u *UBGI) take(q *Question) error {
	if err := q.check(u.Variant); err != nil {
		return complaint{badValue, err}
	}
	u.q, u.have, u.haveSet = *q, true, true
	return nil
}

func (u *UBGI) setDice(args []string) error {
	roll, err := board.ParseRoll(strings.Join(args, ""))
	if err != nil {
		return complaint{badValue, err}
	}
	m := u.match()
	m.Dice, m.Doubled, m.Turn = roll, false, m.Roller
	return nil
}
