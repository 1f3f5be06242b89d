package named

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
	"gammonlab/engine/player/external"
	"gammonlab/farm"
	"gammonlab/nets"
)

// Player names a player in the form of [player.Parse], such as net:default,plies=1. The option name
// calls a net, as in net:default,plies=1,name=mine: this changes only what readers see.
type Player struct {
	Name   string // without the option name
	Alias  string // value of that option; "" for none
	Digest string // digest of the net, "" for players without a net

	// Player is the player after [Open]. It is cloned, not used directly.
	Player engine.Player
}

// Of returns the name of a player that is already open.
func Of(name string, p engine.Player) Player { return Player{Name: name, Player: p} }

// MarshalText implements [encoding.TextMarshaler].
func (p Player) MarshalText() ([]byte, error) { return []byte(p.text()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Player) UnmarshalText(text []byte) error {
	*p = playerOf(string(text))
	return nil
}

// nameOption begins the option that calls a player.
const nameOption = "name="

// playerOf returns the player of a text. A repeated or an empty option name stays in the text, whose
// parser refuses it.
func playerOf(text string) Player {
	p := Player{Name: text}
	if p.Model() == "" {
		return p
	}
	words := strings.Split(text, ",")
	for i, word := range words {
		if alias, ok := strings.CutPrefix(word, nameOption); ok && alias != "" && p.Alias == "" {
			p.Alias, p.Name = alias, strings.Join(slices.Delete(slices.Clone(words), i, i+1), ",")
		}
	}
	return p
}

// text returns the text of the player with all its options.
func (p *Player) text() string {
	if p.Alias == "" {
		return p.Name
	}
	return p.Name + "," + nameOption + p.Alias
}

// Called returns what readers call the player: the name that the user gave, or its text.
func (p *Player) Called() string { return cmp.Or(p.Alias, p.Name) }

// distinct returns an error if two players are called the same. A player may occur several times.
func distinct(players []*Player) error {
	for i, p := range players {
		for _, other := range players[:i] {
			if p.Called() == other.Called() && p.Name != other.Name {
				return fmt.Errorf("%s and %s are both called %s", other.Name, p.Name, p.Called())
			}
		}
	}
	return nil
}

// Content returns the name with the net's digest in place of the net's name: it is the same wherever the
// net's file lies. Players without a digest have their name.
func (p *Player) Content() string {
	if p.Digest == "" {
		return p.Name
	}
	return strings.Replace(p.Name, p.Model(), p.Digest, 1)
}

// Model returns the name of the player's model, "" if the player is no net of this program.
func (p *Player) Model() string {
	kind, rest, _ := strings.Cut(p.Name, ":")
	if kind != "net" {
		return ""
	}
	model, _, _ := strings.Cut(rest, ",")
	return model
}

// IsSet reports whether the setting has a name or is open.
func (p *Player) IsSet() bool { return p.Name != "" || p.Player != nil }

func (p *Player) open(o *Opener) error {
	if p.Player != nil {
		return nil
	}
	if o.Only != "" && external.IsProgram(p.Name) {
		return fmt.Errorf("the player %s is a program on this machine: %s", p.Name, o.Only)
	}
	load := func(model string) (engine.Evaluator, error) {
		e, err := o.evaluator(model)
		if err == nil {
			p.Digest, err = engine.NewFull(e).Digest()
		}
		return e, err
	}
	by, err := (&player.Parser{Load: load, Roller: o.Roller}).Parse(p.text())
	if err != nil {
		return err
	}
	if o.Only != "" {
		if _, _, err := p.spec(by, p.Model()); err != nil {
			return fmt.Errorf("%w: %s", err, o.Only)
		}
	}
	if o.files {
		if err := p.asDescribed(by); err != nil {
			return err
		}
	}
	p.Player = by
	return nil
}

// asDescribed returns an error if the name is not the one that describe makes.
func (p *Player) asDescribed(by engine.Player) error {
	spec, _, err := p.spec(by, p.Model())
	if err == nil && spec != p.Name {
		err = fmt.Errorf("the player is %q, want %q", p.Name, spec)
	}
	return err
}

// spec is [player.Spec] of the player, whose text is its name if the program registered it.
func (p *Player) spec(by engine.Player, model string) (string, *engine.Full, error) {
	if player.IsRegistered(p.Name) {
		return p.Name, nil, nil
	}
	return player.Spec(by, model)
}

func (p *Player) describe() ([]farm.File, error) {
	if p.Player == nil {
		return nil, errors.New("the player is not open")
	}
	const model = "MODEL"
	spec, evaluator, err := p.spec(p.Player, model)
	if err != nil {
		return nil, fmt.Errorf("%w: a farm plays only nets, pubeval and random", err)
	}
	if evaluator == nil {
		*p = Player{Name: spec}
		return nil, nil
	}
	digests, files, err := describeStatic(evaluator)
	*p = Player{Name: strings.Replace(spec, model, digests, 1)}
	return files, err
}

func (p *Player) identify() { *p = Player{Name: strings.TrimSpace(p.Name + " " + p.Digest)} }

// Players names several players, in texts joined by commas or on lines of their own, in
// JSON a list. Options of a player are also joined by commas: an option has = and no colon
// before it; a player has no =, or a colon before it.
type Players []Player

// MarshalText implements [encoding.TextMarshaler].
func (p Players) MarshalText() ([]byte, error) {
	return []byte(strings.Join(Candidates(p).names(), ",")), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Players) UnmarshalText(text []byte) error {
	*p = withOptions(strings.SplitSeq(strings.ReplaceAll(string(text), "\n", ","), ","))
	return nil
}

// withOptions returns the players of words, which are players or options of the player before them.
func withOptions(words iter.Seq[string]) (list []Player) {
	for word := range words {
		key, _, option := strings.Cut(word, "=")
		if n := len(list); option && n > 0 && !strings.ContainsAny(key, ":,") {
			list[n-1].Name += "," + word
			continue
		}
		list = append(list, Player{Name: strings.TrimSpace(word)})
	}
	for i := range list {
		list[i] = playerOf(list[i].Name)
	}
	return list
}

// MarshalJSON implements [json.Marshaler].
func (p Players) MarshalJSON() ([]byte, error) { return json.Marshal([]Player(p)) }

// UnmarshalJSON implements [json.Unmarshaler]. It also reads a text.
func (p *Players) UnmarshalJSON(data []byte) error {
	var text string
	if data[0] == '"' && json.Unmarshal(data, &text) == nil {
		return p.UnmarshalText([]byte(text))
	}
	return json.Unmarshal(data, (*[]Player)(p))
}

// IsSet reports whether there are players.
func (p *Players) IsSet() bool { return len(*p) > 0 }

func (p *Players) open(o *Opener) error {
	for i := range *p {
		if err := (*p)[i].open(o); err != nil {
			return err
		}
	}
	return nil
}

func (p *Players) describe() (files []farm.File, err error) {
	*p = slices.Clone(*p)
	for i := range *p {
		of, err := (*p)[i].describe()
		if err != nil {
			return nil, err
		}
		files = append(files, of...)
	}
	return files, nil
}

func (p *Players) identify() {
	*p = slices.Clone(*p)
	for i := range *p {
		(*p)[i].identify()
	}
}

// Candidates names one player or several, in texts one on each line. In JSON, one player is a text and
// several are a list.
type Candidates []Player

// MarshalText implements [encoding.TextMarshaler].
func (c Candidates) MarshalText() ([]byte, error) { return []byte(strings.Join(c.names(), "\n")), nil }

func (c Candidates) names() (all []string) {
	for i := range c {
		all = append(all, c[i].text())
	}
	return all
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Candidates) UnmarshalText(text []byte) error {
	if !bytes.ContainsRune(text, '\n') {
		*c = Candidates{playerOf(string(text))}
		return nil
	}
	*c = withOptions(strings.SplitSeq(string(text), "\n"))
	return nil
}

// MarshalJSON implements [json.Marshaler].
func (c Candidates) MarshalJSON() ([]byte, error) {
	if len(c) == 1 {
		return json.Marshal(c[0])
	}
	return json.Marshal(c.names())
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *Candidates) UnmarshalJSON(data []byte) error {
	var text string
	if data[0] == '"' && json.Unmarshal(data, &text) == nil {
		return c.UnmarshalText([]byte(text))
	}
	var list []string
	err := json.Unmarshal(data, &list)
	*c = withOptions(slices.Values(list))
	return err
}

// IsSet reports whether there are players.
func (c *Candidates) IsSet() bool { return len(*c) > 0 }

func (c *Candidates) open(o *Opener) error { return (*Players)(c).open(o) }

func (c *Candidates) describe() ([]farm.File, error) { return (*Players)(c).describe() }

func (c *Candidates) identify() { (*Players)(c).identify() }

// Model names a model: a shipped net or a file.
type Model struct {
	Name string

	// Evaluator is the evaluator after [Open]. It is cloned, not used directly.
	Evaluator engine.Evaluator
}

// MarshalText implements [encoding.TextMarshaler].
func (m Model) MarshalText() ([]byte, error) { return []byte(m.Name), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (m *Model) UnmarshalText(text []byte) error {
	*m = Model{Name: string(text)}
	return nil
}

// IsSet reports whether the setting has a name or is open.
func (m *Model) IsSet() bool { return m.Name != "" || m.Evaluator != nil }

// Digest returns the digest of the model after [Open], "" if the evaluator is not a model.
func (m *Model) Digest() string { return digestOf(m.Evaluator) }

// Nets returns the nets of the model after [Open], nil without a name. A program that
// evaluates has none.
func (m *Model) Nets() (*nets.Model, error) {
	if m.Evaluator == nil {
		return nil, nil
	}
	full := engine.NewFull(m.Evaluator)
	static, ok := full.Unwrap().(*engine.Static)
	if !ok {
		return nil, fmt.Errorf("%v is a program, want a model with nets", full)
	}
	return static.Model(), nil
}

func (m *Model) open(o *Opener) error {
	if m.Evaluator != nil {
		return nil
	}
	e, err := o.evaluator(m.Name)
	if err == nil {
		m.Evaluator = e
	}
	return err
}

func (m *Model) describe() ([]farm.File, error) {
	name, files, err := describeStatic(m.Evaluator)
	*m = Model{Name: name}
	return files, err
}

func (m *Model) identify() {
	if digest := m.Digest(); digest != "" {
		m.Name = digest
	}
	m.Evaluator = nil
}

// MET names a match equity table: one of [cube.METs] or an XML file of gnubg.
type MET struct {
	Name  string
	Table *cube.MET // the table after [Open]; nil for the default
}

// MarshalText implements [encoding.TextMarshaler].
func (m MET) MarshalText() ([]byte, error) { return []byte(m.Name), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (m *MET) UnmarshalText(text []byte) error {
	*m = MET{Name: string(text)}
	return nil
}

// Values returns the names of the tables that need no file.
func (MET) Values() []string { return cube.METs() }

// Tags implements [setting.Tagged].
func (MET) Tags() (help, standard, shown string) {
	return "match equity <TABLE>: {values}, or a gnubg XML file", "", cube.DefaultMET
}

// Find returns the table after [Open]: the default one if the setting is not given.
func (m *MET) Find() (*cube.MET, error) {
	if m.Table != nil {
		return m.Table, nil
	}
	return cube.NamedMET(cube.DefaultMET)
}

// IsSet reports whether the setting has a name or is open.
func (m *MET) IsSet() bool { return m.Name != "" || m.Table != nil }

func (m *MET) open(o *Opener) (err error) {
	find := o.MET
	if find == nil {
		find = cube.FindMET
	}
	if m.Table == nil && m.Name != cube.DefaultMET {
		if m.Table, err = find(m.Name); err != nil {
			return LoadError{err}
		}
	}
	return nil
}

func (m *MET) describe() ([]farm.File, error) {
	if m.Table == nil {
		*m = MET{}
		return nil, nil
	}
	f, err := describeMET(m.Table)
	*m = MET{Name: f.SHA256}
	return []farm.File{f}, err
}

func (m *MET) identify() {
	if m.Table != nil {
		*m = MET{Name: fmt.Sprintf("%s %s", m.Table.Name(), m.Table.Digest())}
	} else {
		*m = MET{Name: cube.DefaultMET}
	}
}

// Databases names bear-off databases: "default", "none" or files joined by commas.
type Databases struct {
	Name      string
	Databases *engine.Databases // after [Open]; nil for none
}

// MarshalText implements [encoding.TextMarshaler].
func (d Databases) MarshalText() ([]byte, error) { return []byte(d.Name), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *Databases) UnmarshalText(text []byte) error {
	*d = Databases{Name: string(text)}
	return nil
}

// Tags implements [setting.Tagged].
func (Databases) Tags() (help, standard, shown string) {
	return "bear-off <DATABASES>: default (created on first use), none, or files joined by commas", "default", ""
}

// IsSet reports whether the setting has a name or is open.
func (d *Databases) IsSet() bool { return d.Name != "" || d.Databases != nil }

func (d *Databases) open(o *Opener) (err error) {
	if d.Databases == nil {
		if d.Databases, err = o.Databases(d.Name); err != nil {
			return LoadError{err}
		}
	}
	o.databases = d.Databases
	return nil
}

// describe is for databases that are used without an evaluator: others have the tag
// farm:"-", because evaluators are described with their databases.
func (d *Databases) describe() ([]farm.File, error) {
	sums, files := describeDatabases(d.Databases)
	*d = Databases{Name: strings.Join(sums, "+")}
	return files, nil
}

func (d *Databases) identify() { *d = Databases{Name: strings.Join(d.Databases.Names(), ", ")} }
