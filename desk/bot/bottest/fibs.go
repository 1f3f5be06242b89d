package bottest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
)

// FIBS is a server with the protocol of FIBS. It sends some messages in one
// line with a board, blanks at the ends of lines, and bytes of telnet.
type FIBS struct {
	*Server
	tables  []*table
	invites map[string]string // by invited player: "NAME LENGTH", or "NAME" for a saved match
	boards  int
}

// NewFIBS starts a server at an address such as 127.0.0.1:0.
func NewFIBS(t testing.TB, address string) *FIBS {
	f := &FIBS{Server: listen(t, address, 2), invites: map[string]string{}}
	f.protocol = f
	go f.serve()
	return f
}

func (f *FIBS) welcome(c *Conn) { c.write("\xff\xfb\x01Welcome\r\n\xff\xfc\x01\r\nlogin: ") }

// send writes lines with blanks at their ends.
func (f *FIBS) send(c *Conn, lines ...string) {
	for _, line := range lines {
		if c != nil {
			c.write(line + "  \r\n")
		}
	}
}

func (f *FIBS) line(c *Conn, text string) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	f.note(words[0])
	if c.name == "" {
		f.login(c, words)
		return
	}
	switch words[0] {
	case "set", "toggle", "tell", "show":
	case "invite":
		f.invite(c, words[1:])
	case "join":
		f.join(c, words[1:])
	case "bye":
		f.hangUp(c)
	case "board":
		f.board(c)
	default:
		f.inGame(c, words)
	}
}

func (f *FIBS) login(c *Conn, words []string) {
	if len(words) != 5 || words[0] != "login" || words[2] != "1008" || words[4] != "right_word" || f.client(words[3]) != nil {
		c.write("login: ")
		return
	}
	name := words[3]
	f.send(c, "1 "+name+" 1041253132 here.example",
		"2 "+name+" 1 0 1 1 0 1 1 0 2396 1 0 1 0 1500.00 0 0 none 1 0 UTC", "3", "A message of the day", "4")
	c.name = name
	for other := range f.conns {
		if other != c && other.name != "" {
			f.send(other, "7 "+name+" "+name+" logs in.")
			f.send(c, "5 "+other.name+" - - 1 0 1500.00 0 0 0 here client -")
		}
	}
	f.send(c, "6")
}

// invite sends an invitation to another client.
func (f *FIBS) invite(c *Conn, words []string) {
	other := f.client(words[0])
	if other == nil || other.seat.table != nil || c.seat.table != nil {
		f.send(c, "** There is no one called "+words[0])
		return
	}
	f.invites[other.name] = strings.Join(append([]string{c.name}, words[1:]...), " ")
	if len(words) == 1 {
		if f.saved(c.name, other.name) == nil {
			f.send(c, "** There is no saved match with "+other.name+".")
			return
		}
		f.send(other, c.name+" wants to resume a saved match with you.")
		return
	}
	f.send(other, c.name+" wants to play a "+words[1]+" point match with you.")
}

// saved returns the unfinished match of two players.
func (f *FIBS) saved(a, b string) *table {
	for _, t := range f.tables {
		if !t.ended && slices.Contains(t.names[:], a) && slices.Contains(t.names[:], b) {
			return t
		}
	}
	return nil
}

// join accepts an invitation, or the next game.
func (f *FIBS) join(c *Conn, words []string) {
	if len(words) == 0 {
		f.nextGame(c)
		return
	}
	parts := strings.Fields(f.invites[c.name])
	host := f.client(words[0])
	if len(parts) == 0 || parts[0] != words[0] || host == nil || host.seat.table != nil || c.seat.table != nil {
		f.send(c, "** Error: can't join")
		return
	}
	delete(f.invites, c.name)
	if len(parts) == 1 {
		f.resume(host, c)
		return
	}
	length, _ := strconv.Atoi(parts[1])
	t := newTable(length)
	t.names = [2]string{host.name, c.name}
	f.tables = append(f.tables, t)
	f.sit(t, host, c)
	f.send(host, fmt.Sprintf("** Player %s has joined you for a %d point match.", c.name, length))
	f.send(c, fmt.Sprintf("** You are now playing a %d point match with %s", length, host.name))
	f.begin(t)
}

func (f *FIBS) sit(t *table, clients ...*Conn) {
	for _, c := range clients {
		at := board.Player(slices.Index(t.names[:], c.name))
		c.seat, t.conns[at] = seat{t, at}, c
	}
}

// resume continues a saved match.
func (f *FIBS) resume(host, c *Conn) {
	t := f.saved(host.name, c.name)
	f.sit(t, host, c)
	f.note("resumed")
	f.send(host, c.name+" has joined you. Your running match was loaded.")
	f.send(c, "You are now playing with "+host.name+". Your running match was loaded.")
	switch m := &t.game.Match; {
	case m.State != board.Playing:
		t.ready = [2]bool{}
		f.both(t, "Type 'join' if you want to play the next game, type 'leave' if you don't.")
	case m.Doubled:
		f.board(t.conns[m.Turn])
	case t.partial == nil:
		f.prompt(t)
	default:
		f.board(t.conns[m.Roller])
	}
}

func (f *FIBS) both(t *table, line string) {
	f.send(t.conns[0], line)
	f.send(t.conns[1], line)
}

// begin begins a game.
func (f *FIBS) begin(t *table) {
	for t.thrown[0] == t.thrown[1] {
		r := f.dice.Next()
		t.thrown = [2]int{int(r[0]), int(r[1])}
	}
	t.begin()
	for p, c := range t.conns {
		o := t.conns[1-p]
		f.send(c, "Starting a new game with "+o.name+".",
			fmt.Sprintf("You rolled %d, %s rolled %d", t.thrown[p], o.name, t.thrown[1-p]))
		if t.game.Match.Roller == board.Player(p) {
			f.send(c, "It's your turn to move.")
		} else {
			f.send(c, o.name+" makes the first move.")
		}
	}
	f.board(t.conns[0])
	f.board(t.conns[1])
	f.pleaseMove(t)
}

// prompt asks the player on roll to roll or double. If the player may not
// double, the server rolls at once.
func (f *FIBS) prompt(t *table) {
	c := t.conns[t.game.Match.Roller]
	f.board(c)
	if t.mayDouble(t.game.Match.Roller) {
		f.send(c, "It's your turn. Please roll or double")
		return
	}
	f.roll(t)
}

// mayDouble reports whether a player could double before a roll.
func (t *table) mayDouble(p board.Player) bool {
	s := t.game
	s.SetRoller(p)
	s.Match.Dice, s.Match.Doubled, s.Opening = board.Roll{}, false, false
	return t.game.Length != 1 && s.MayDouble() == nil
}

// roll throws the dice and requests the play.
func (f *FIBS) roll(t *table) {
	m := &t.game.Match
	t.roll(f.dice.Next())
	c, o := t.conns[m.Roller], t.conns[m.Roller.Opponent()]
	f.send(c, fmt.Sprintf("You roll %d and %d.", m.Dice[0], m.Dice[1]))
	f.send(o, fmt.Sprintf("%s rolls %d and %d.", c.name, m.Dice[0], m.Dice[1]))
	if len(t.next()) > 0 {
		f.board(c)
	}
	f.pleaseMove(t)
}

// pleaseMove requests the play. If there is no legal play, it passes the turn.
func (f *FIBS) pleaseMove(t *table) {
	m := &t.game.Match
	c, o := t.conns[m.Roller], t.conns[m.Roller.Opponent()]
	n := len(longest(board.Plays(t.game.Position, m.Dice)))
	if n == 0 {
		f.send(c, "You can't move.")
		f.send(o, c.name+" can't move.")
		t.play()
		f.prompt(t)
		return
	}
	f.send(c, fmt.Sprintf("Please move %d pieces.", n))
}

func longest(plays []board.Play) []board.Step {
	if len(plays) == 0 {
		return nil
	}
	return plays[0].Steps()
}

func (f *FIBS) gone(c *Conn) {
	t := c.seat.table
	if t == nil {
		return
	}
	f.note("lost connection")
	o := t.conns[c.seat.at.Opponent()]
	t.conns = [2]*Conn{}
	c.seat = seat{}
	if o != nil {
		o.seat, o.left = seat{}, true
		f.send(o, c.name+" drops connection. The game was saved.")
	}
}
