package bottest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
)

// Bgammon is a server that speaks like bgammon's.
type Bgammon struct {
	*Server
	tables []*table
	ids    int
	stuck  bool // a bot wanted to join a human's match: nothing is answered any more
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

// refuse ends a conversation before it has begun.
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

// sit puts a client at a table.
func (b *Bgammon) sit(c *Conn, t *table, at board.Player) {
	c.seat, t.conns[at] = seat{t, at}, c
	b.send(c, "joined", map[string]any{"GameID": t.id, "PlayerNumber": 1, "Player": c.name})
	b.board(t, at)
	if other := t.conns[at.Opponent()]; other != nil {
		b.send(other, "joined", map[string]any{"GameID": t.id, "PlayerNumber": 2, "Player": c.name})
		b.board(t, at.Opponent())
	}
}

// stand takes a client from its table, for good if it wants that.
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

// space returns a place of the player as the protocol numbers it.
func space(place uint8) int {
	if place == board.Bar {
		return 26
	}
	return int(place)
}

// board sends the board to a player.
func (b *Bgammon) board(t *table, p board.Player) {
	c := t.conns[p]
	if c == nil {
		return
	}
	m := &t.game.Match
	number := func(of board.Player) int { return map[board.Player]int{p: 1, p.Opponent(): 2, board.Nobody: 0}[of] }
	fields := map[string]any{
		"Player1": t.player(p), "Player2": t.player(p.Opponent()), "Points": t.game.Length, "Board": t.numbers(p),
		"DoubleValue": m.Cube, "DoublePlayer": number(m.Owner), "DoubleOffered": m.Doubled,
		"Turn": 0, "Roll1": t.thrown[p], "Roll2": t.thrown[p.Opponent()], "Moves": [][]int{}, "Available": t.available(p),
		"Crawford": t.crawford(), "Winner": 0,
	}
	if !t.open() {
		fields["Turn"], fields["Roll1"], fields["Roll2"] = number(m.Roller), m.Dice[0], m.Dice[1]
		if t.partial != nil {
			fields["Moves"] = t.steps(p, t.partial.Steps())
		}
	}
	if t.ended {
		fields["Winner"] = number(t.game.Leader())
	}
	b.send(c, "board", fields)
}

func (t *table) crawford() int {
	switch {
	case t.game.Match.Crawford:
		return 1
	case t.game.CrawfordOver:
		return 2
	}
	return 0
}

func (t *table) player(p board.Player) map[string]any {
	name := ""
	if t.conns[p] != nil {
		name = t.conns[p].name
	}
	return map[string]any{"Name": name, "Points": t.game.Match.Score[p]}
}

// numbers returns the checkers as a player sees them.
func (t *table) numbers(p board.Player) []int {
	pos := t.position(p)
	all := make([]int, 28)
	for point := 1; point <= 24; point++ {
		all[point] = int(pos.Own[point]) - int(pos.Opp[25-point])
	}
	all[0], all[25] = int(pos.Own[board.Off]), -int(pos.Opp[board.Off])
	all[26], all[27] = int(pos.Own[board.Bar]), -int(pos.Opp[board.Bar])
	return all
}

// available returns the legal next steps of who has the turn.
func (t *table) available(p board.Player) [][]int {
	if t.open() || t.game.Match.Doubled {
		return nil
	}
	return t.steps(p, t.next())
}

// steps returns steps of the roller as a player sees them.
func (t *table) steps(p board.Player, steps []board.Step) [][]int {
	var all [][]int
	for _, s := range steps {
		from, to := space(s.From), int(s.To)
		if t.game.Match.Roller != p {
			from, to = flip(from), flip(to)
		}
		all = append(all, []int{from, to})
	}
	return all
}

func flip(n int) int {
	switch n {
	case 0:
		return 25
	case 26:
		return 27
	}
	return 25 - n
}

// both sends the board to both players.
func (b *Bgammon) both(t *table) {
	b.board(t, board.PlayerO)
	b.board(t, board.PlayerX)
}

// inGame does what players of a match say.
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

// resign ends the game for the points of the position as it stands.
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

// won tells the end of a game.
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
