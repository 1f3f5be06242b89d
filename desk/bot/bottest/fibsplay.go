package bottest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// inGame executes the commands of players in a match.
func (f *FIBS) inGame(c *Conn, words []string) {
	t := c.seat.table
	if t == nil {
		if !c.left {
			f.fault(fmt.Sprintf("%s says %q without a match", c.name, words))
		}
		c.left = false
		f.send(c, "** You're not playing.")
		return
	}
	m := &t.game.Match
	mine := m.Roller == c.seat.at && m.State == board.Playing && !m.Doubled
	o := t.conns[c.seat.at.Opponent()]
	switch {
	case words[0] == "roll" && mine && t.partial == nil:
		f.roll(t)
	case words[0] == "double" && mine && t.partial == nil && t.game.Double() == nil:
		f.note("doubles")
		f.send(c, "You double. Please wait for "+o.name+" to accept or reject.")
		f.send(o, c.name+" doubles. Type 'accept' or 'reject'.")
	case words[0] == "accept" && m.Doubled && m.Turn == c.seat.at && t.game.Take() == nil:
		f.note("takes")
		f.send(c, fmt.Sprintf("You accept the double. The cube shows %d.", m.Cube))
		f.send(o, fmt.Sprintf("%s accepts the double. The cube shows %d.", c.name, m.Cube))
		f.roll(t)
	case words[0] == "reject" && m.Doubled && m.Turn == c.seat.at && t.game.Drop() == nil:
		points := t.game.Result.Points
		f.send(c, fmt.Sprintf("You give up. %s wins %d point.", o.name, points))
		f.send(o, fmt.Sprintf("%s gives up. You win %d point.", c.name, points))
		f.over(t)
	case words[0] == "move" && mine && t.partial != nil:
		f.move(c, t, words[1:])
	default:
		f.fault(fmt.Sprintf("%s says %q", c.name, words))
		f.send(c, "** It's not your turn to "+words[0]+".")
	}
}

var fibsStep = regexp.MustCompile(`^(bar|\d+)-(off|\d+)$`)

// move makes a play.
func (f *FIBS) move(c *Conn, t *table, words []string) {
	up := strings.Contains(t.fibsBoard(c.seat.at), ":1:0:25:") // the direction, home and bar
	for _, word := range words {
		m := fibsStep.FindStringSubmatch(word)
		if m == nil {
			f.fault(c.name + " moves " + word)
			return
		}
		from, to := place(m[1], up), place(m[2], up)
		if !slices.Contains(t.next(), board.Step{From: from, To: to}) || !t.partial.Move(from, to) {
			f.fault(fmt.Sprintf("%s moves %s of %v", c.name, word, words))
			f.send(c, "** You can't move like that.")
			return
		}
	}
	if len(t.next()) > 0 {
		f.fault(fmt.Sprintf("%s moves too little: %v", c.name, words))
		f.send(c, "** You must give more moves.")
		return
	}
	f.send(t.conns[c.seat.at.Opponent()], c.name+" moves "+strings.Join(words, " ")+" .")
	t.play()
	if t.game.Over() {
		f.wins(t)
		return
	}
	f.board(c)
	f.prompt(t)
}

func place(word string, up bool) uint8 {
	switch word {
	case "bar":
		return board.Bar
	case "off":
		return board.Off
	}
	n, _ := strconv.Atoi(word)
	if up {
		n = 25 - n
	}
	return uint8(n)
}

// wins sends the end of a game in which a player has borne off all checkers.
func (f *FIBS) wins(t *table) {
	r := t.game.Result
	winner, loser := t.conns[r.Winner], t.conns[r.Winner.Opponent()]
	f.send(winner, fmt.Sprintf("You win the game and get %d points. Congratulations!", r.Points))
	f.send(loser, fmt.Sprintf("%s wins the game and gets %d points. Sorry.", winner.name, r.Points))
	f.over(t)
}

// over ends a game.
func (f *FIBS) over(t *table) {
	f.note("games")
	score, ended := t.game.Match.Score, t.game.MatchOver()
	t.partial, t.ready = nil, [2]bool{}
	if !ended {
		f.both(t, fmt.Sprintf("score in %d point match: %s-%d %s-%d", t.game.Length, t.names[0], score[0], t.names[1], score[1]))
		f.both(t, "Type 'join' if you want to play the next game, type 'leave' if you don't.")
		return
	}
	f.note("matches")
	t.ended = true
	w := t.game.Leader()
	winner, loser := t.conns[w], t.conns[w.Opponent()]
	result := fmt.Sprintf("the %d point match %d-%d .", t.game.Length, score[w], score[w.Opponent()])
	winner.seat, loser.seat = seat{}, seat{}
	f.send(winner, "You win "+result)
	f.send(loser, winner.name+" wins "+result)
}

// nextGame begins the next game when both players are ready.
func (f *FIBS) nextGame(c *Conn) {
	t := c.seat.table
	if t == nil || t.game.Match.State == board.Playing {
		f.fault(c.name + " joins no game")
		return
	}
	t.ready[c.seat.at] = true
	if t.ready == [2]bool{true, true} {
		t.thrown = [2]int{}
		t.game.NextGame()
		f.begin(t)
	}
}
