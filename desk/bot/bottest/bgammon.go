package bottest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
)

// Bgammon is a server with the protocol of bgammon.
type Bgammon struct {
	*Server
	tables []*table
	ids    int
	stuck  bool // a bot tried to join a human's match: the server answers nothing more
}

// NewBgammon starts a server at an address such as 127.0.0.1:0.
func NewBgammon(t testing.TB, address string) *Bgammon {
	b := &Bgammon{Server: listen(t, address, 1)}
	b.protocol = b
	go b.serve()
	return b
}

func (b *Bgammon) welcome(c *Conn) { c.write("hello Welcome, please log in\n") }

// send writes an event.
func (b *Bgammon) send(c *Conn, kind string, fields map[string]any) {
	if c == nil {
		return
	}
	fields["Type"] = kind
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	c.write(string(text) + "\n")
}

func (b *Bgammon) notice(c *Conn, text string) { b.send(c, "notice", map[string]any{"Message": text}) }

// refuse ends a connection before the log-in.
func (b *Bgammon) refuse(c *Conn, why string) {
	b.notice(c, "Connection terminated: "+why)
	b.hangUp(c)
}

func (b *Bgammon) line(c *Conn, text string) {
	words := strings.Fields(text)
	if len(words) == 0 || b.stuck {
		return
	}
	b.note(words[0])
	if c.name == "" {
		b.login(c, words)
		return
	}
	switch words[0] {
	case "pong":
	case "list":
		b.list(c)
	case "create":
		b.create(c, words[1:])
	case "join":
		b.join(c, words[1:])
	case "leave":
		b.stand(c, true)
	case "disconnect":
		b.hangUp(c)
	case "say":
	default:
		b.inGame(c, words)
	}
}

func (b *Bgammon) login(c *Conn, words []string) {
	if words[0] != "loginjson" || len(words) < 3 {
		b.fault("log-in by " + strings.Join(words, " "))
		return
	}
	name := words[2]
	if len(words) > 3 && words[3] != "right_word" {
		b.refuse(c, "No account was found with the provided username and password.")
		return
	}
	if b.client(name) != nil {
		b.refuse(c, "That username is already in use.")
		return
	}
	c.name = name
	b.send(c, "welcome", map[string]any{"PlayerName": name, "Clients": len(b.conns), "Games": len(b.tables)})
	b.list(c)
	for _, t := range b.tables {
		if at := slices.Index(t.names[:], name); at >= 0 && !t.ended && t.conns[1-at] != nil {
			b.sit(c, t, board.Player(at))
			b.notice(c, "Rejoined match: "+t.name)
			return
		}
	}
}

func (b *Bgammon) list(c *Conn) {
	games := []map[string]any{}
	for _, t := range b.tables {
		n := 0
		for _, conn := range t.conns {
			if conn != nil {
				n++
			}
		}
		games = append(games, map[string]any{
			"ID": t.id, "Password": t.password != "", "Points": t.game.Length, "Players": n, "Name": t.name})
	}
	b.send(c, "list", map[string]any{"Games": games})
}

func (b *Bgammon) create(c *Conn, words []string) {
	password := ""
	if len(words) > 2 && words[0] == "private" {
		password, words = words[1], words[1:]
	}
	length := 0
	if len(words) > 1 {
		length, _ = strconv.Atoi(words[1])
	}
	if c.seat.table != nil || length < 1 {
		b.send(c, "failedcreate", map[string]any{"Reason": "Please leave the match you are in before creating another."})
		return
	}
	t := newTable(length)
	b.ids++
	t.id, t.name, t.password = b.ids, c.name+"'s match", password
	b.tables = append(b.tables, t)
	b.sit(c, t, board.Player(b.ids%2))
}

func (b *Bgammon) join(c *Conn, words []string) {
	host := b.client(words[0])
	if host == nil || host.seat.table == nil || c.seat.table != nil {
		b.send(c, "failedjoin", map[string]any{"Reason": "Match not found."})
		return
	}
	t := host.seat.table
	if slices.ContainsFunc(t.conns[:], func(o *Conn) bool { return o != nil && !strings.HasPrefix(o.name, "BOT_") }) {
		b.fault(c.name + " wants to join a human's match")
		b.stuck = true
		return
	}
	at := slices.Index(t.conns[:], nil)
	if at < 0 || t.password != "" && (len(words) < 2 || words[1] != t.password) {
		b.send(c, "failedjoin", map[string]any{"Reason": "Invalid password."})
		return
	}
	b.sit(c, t, board.Player(at))
}

// sit adds a client to a table.
func (b *Bgammon) sit(c *Conn, t *table, at board.Player) {
	c.seat, t.conns[at] = seat{t, at}, c
	b.send(c, "joined", map[string]any{"GameID": t.id, "PlayerNumber": 1, "Player": c.name})
	b.board(t, at)
	if other := t.conns[at.Opponent()]; other != nil {
		b.send(other, "joined", map[string]any{"GameID": t.id, "PlayerNumber": 2, "Player": c.name})
		b.board(t, at.Opponent())
	}
}

// stand removes a client from its table, permanently if leaves is set.
func (b *Bgammon) stand(c *Conn, leaves bool) {
	t := c.seat.table
	if t == nil {
		b.send(c, "failedleave", map[string]any{"Reason": "You are not currently in a match."})
		return
	}
	other := t.conns[c.seat.at.Opponent()]
	t.conns[c.seat.at] = nil
	if leaves {
		t.names[c.seat.at] = ""
		b.send(c, "left", map[string]any{"Player": c.name})
	}
	b.send(other, "left", map[string]any{"Player": c.name})
	c.seat = seat{}
	if other == nil {
		b.tables = slices.DeleteFunc(b.tables, func(o *table) bool { return o == t })
	}
}

func (b *Bgammon) gone(c *Conn) {
	if c.seat.table != nil {
		b.note("lost connection")
		b.stand(c, false)
	}
}

// both sends the board to both players.
func (b *Bgammon) both(t *table) {
	b.board(t, board.PlayerO)
	b.board(t, board.PlayerX)
}
