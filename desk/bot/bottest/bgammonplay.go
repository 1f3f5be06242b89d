package bottest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// inGame executes the commands of players in a match.
func (b *Bgammon) inGame(c *Conn, words []string) {
	t := c.seat.table
	if t == nil || t.ended {
		return
	}
	if words[0] == "board" {
		b.board(t, c.seat.at)
		return
	}
	if t.conns[c.seat.at.Opponent()] == nil {
		kind := map[string]string{"roll": "failedroll", "move": "failedmove", "ok": "failedok"}[words[0]]
		b.send(c, kind, map[string]any{"Reason": "You must wait until your opponent rejoins the match."})
		return
	}
	m := &t.game.Match
	mine := !t.open() && m.Roller == c.seat.at
	switch words[0] {
	case "roll":
		b.roll(c, t, mine)
	case "double":
		if !mine || t.game.Double() != nil || m.Cube >= 64 {
			b.fault(c.name + " doubles")
		}
		b.note("doubles")
		b.both(t)
	case "resign":
		b.resign(c, t, mine)
	case "move":
		b.move(c, t, mine, words[1:])
	case "reset":
		if mine && t.partial != nil && len(t.partial.Steps()) > 0 {
			t.roll(m.Dice)
			b.both(t)
		}
	case "ok":
		b.ok(c, t, mine)
	default:
		b.fault(fmt.Sprintf("%s says %q", c.name, words))
	}
}

func (b *Bgammon) roll(c *Conn, t *table, mine bool) {
	p := c.seat.at
	switch {
	case t.open() && t.thrown[p] == 0:
		t.thrown[p] = int(b.dice.Next()[0])
		t.names = [2]string{t.conns[0].name, t.conns[1].name}
		for t.thrown[0] == t.thrown[1] && t.thrown[0] != 0 {
			r := b.dice.Next()
			t.thrown = [2]int{int(r[0]), int(r[1])}
		}
		if t.thrown[0] == 0 || t.thrown[1] == 0 {
			return // no board before both have rolled
		}
		t.begin()
	case mine && !t.game.Match.Doubled && t.partial == nil:
		t.roll(b.dice.Next())
	default:
		b.fault(c.name + " rolls out of turn")
		b.send(c, "failedroll", map[string]any{"Reason": "It is not your turn to roll."})
		return
	}
	for _, conn := range t.conns {
		d := t.game.Match.Dice
		b.send(conn, "rolled", map[string]any{"Player": c.name, "Roll1": d[0], "Roll2": d[1]})
	}
	b.both(t)
}

func (b *Bgammon) move(c *Conn, t *table, mine bool, words []string) {
	for _, word := range words {
		from, to, _ := strings.Cut(word, "/")
		f, errFrom := strconv.Atoi(strings.NewReplacer("bar", "25").Replace(from))
		n, errTo := strconv.Atoi(strings.NewReplacer("off", "0").Replace(to))
		legal := mine && errFrom == nil && errTo == nil && t.partial != nil &&
			slices.Contains(t.next(), board.Step{From: uint8(f), To: uint8(n)})
		if !legal || !t.partial.Move(uint8(f), uint8(n)) {
			b.fault(fmt.Sprintf("%s moves %s", c.name, word))
			b.send(c, "failedmove", map[string]any{"Reason": "Illegal move.", "From": f, "To": n})
			return
		}
		for _, p := range []board.Player{board.PlayerO, board.PlayerX} {
			b.send(t.conns[p], "moved", map[string]any{"Player": c.name, "Moves": t.steps(p, []board.Step{{From: uint8(f), To: uint8(n)}})})
		}
		b.both(t)
	}
	if pos := t.partial.Position(); pos.Result() != 0 {
		t.play()
		b.won(t, "")
	}
}

func (b *Bgammon) ok(c *Conn, t *table, mine bool) {
	switch m := &t.game.Match; {
	case m.Doubled && m.Turn == c.seat.at:
		if err := t.game.Take(); err != nil {
			b.fault(err.Error())
		}
		b.note("takes")
	case mine && t.partial != nil && len(t.next()) == 0:
		t.play()
	default:
		b.fault(c.name + " says ok too early")
		b.send(c, "failedok", map[string]any{"Reason": "The following legal moves are available"})
		return
	}
	b.both(t)
}

// resign ends the game by a resignation, with the points that the position determines.
func (b *Bgammon) resign(c *Conn, t *table, mine bool) {
	m := &t.game.Match
	answers := m.Doubled && m.Turn == c.seat.at
	if !mine && !answers {
		b.fault(c.name + " resigns out of turn")
		return
	}
	pos := t.position(c.seat.at)
	price := 1
	if pos.Own[board.Off] == 0 {
		price = 2
	}
	for _, n := range pos.Own[19:] {
		if n > 0 {
			price = 3
		}
	}
	if answers {
		b.note("drops")
	}
	m.Doubled = false
	if err := t.game.Resign(c.seat.at, price); err != nil {
		b.fault(err.Error())
	}
	b.won(t, c.name)
}

// won sends the end of a game.
func (b *Bgammon) won(t *table, resigned string) {
	r := t.game.Result
	winner := t.conns[r.Winner].name
	points := r.Points
	if t.game.Length == 1 {
		points = 0
	}
	b.note("games")
	t.over()
	if t.ended {
		b.note("matches")
	}
	for _, c := range t.conns {
		b.send(c, "win", map[string]any{"Player": winner, "Points": points, "Resigned": resigned})
	}
	b.both(t)
}
