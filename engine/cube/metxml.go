package cube

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// maxMETFile is the maximal size of a table's file in bytes; the tables of GNU
// Backgammon have 30 kB.
const maxMETFile = 1 << 20

// LoadMET reads a table from an XML file with [ReadMET].
func LoadMET(path string) (*MET, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := ReadMET(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// ReadMET reads a match equity table in GNU Backgammon's XML form: entries,
// which are extrapolated to 64 points, or the parameters of the formulas zadeh
// and mec. Unlike GNU Backgammon 1.07.001 it does not replace the results of a
// formula by the extrapolation, see [NewZadeh].
func ReadMET(r io.Reader) (*MET, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxMETFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxMETFile {
		return nil, fmt.Errorf("match equity table of more than %d bytes", maxMETFile)
	}
	var file metFile
	if err := xml.Unmarshal(text, &file); errors.Is(err, io.EOF) {
		return nil, errors.New("match equity table: no XML element met in it")
	} else if err != nil {
		return nil, fmt.Errorf("match equity table: %w", err)
	}
	return file.table()
}

// metFile is the decoded file.
type metFile struct {
	XMLName     xml.Name     `xml:"met"`
	Name        string       `xml:"info>name"`
	Description string       `xml:"info>description"`
	Length      string       `xml:"info>length"`
	Pre         []metElement `xml:"pre-crawford-table"`
	Post        []metElement `xml:"post-crawford-table"`
}

// metElement is one of the tables; errors call it element.
type metElement struct {
	Type       string   `xml:"type,attr"`
	Player     string   `xml:"player,attr"`
	Rows       []metRow `xml:"row"`
	Parameters []struct {
		Name  string `xml:"name,attr"`
		Value string `xml:",chardata"`
	} `xml:"parameters>parameter"`
}

type metRow struct {
	Entries []string `xml:"me"`
}

const (
	preElement  = "pre-crawford-table"
	postElement = "post-crawford-table"
)

// table builds the table. It starts with the post-Crawford part, which the
// formulas of the pre-Crawford part use.
func (f *metFile) table() (*MET, error) {
	m := &MET{name: strings.TrimSpace(f.Name), description: strings.TrimSpace(f.Description)}
	length, err := strconv.Atoi(strings.TrimSpace(f.Length))
	if err != nil || (length != -1 && (length < 1 || length > maxAway)) {
		return nil, fmt.Errorf("length: %q, want 1 to %d, or -1 for formulas", strings.TrimSpace(f.Length), maxAway)
	}
	if len(f.Pre) != 1 {
		return nil, fmt.Errorf("%d elements %s, want 1", len(f.Pre), preElement)
	}
	if err := f.readPost(m, length); err != nil {
		return nil, err
	}
	if err := f.Pre[0].readPre(m, length); err != nil {
		return nil, fmt.Errorf("%s: %w", preElement, err)
	}
	return m, m.check()
}

// readPost reads the one or two tables after the Crawford game.
func (f *metFile) readPost(m *MET, length int) error {
	var have [2]bool
	for i := range f.Post {
		e := &f.Post[i]
		var players []int
		switch e.Player {
		case "", "both":
			players = []int{0, 1}
		case "0":
			players = []int{0}
		case "1":
			players = []int{1}
		default:
			return fmt.Errorf("%s: player %q, want both, 0 or 1", postElement, e.Player)
		}
		for _, p := range players {
			if have[p] {
				return fmt.Errorf("%s: a second one for player %d", postElement, p)
			}
			have[p] = true
			if err := e.readPost(&m.post[p], p, length); err != nil {
				return fmt.Errorf("%s: %w", postElement, err)
			}
		}
	}
	if !have[0] || !have[1] {
		return fmt.Errorf("%s: none for one of the players", postElement)
	}
	return nil
}

// readPost reads a post-Crawford table for the player.
func (e *metElement) readPost(post *[maxAway]float64, player, length int) error {
	switch e.Type {
	case "", "explicit":
		return e.explicitPost(post, length)
	case "zadeh":
		_, t := StandardZadeh()
		err := e.parameters(map[string]*float64{
			"gammon-rate-trailer": &t.GammonRate, "free-drop-2-away": &t.FreeDrop2, "free-drop-4-away": &t.FreeDrop4,
		})
		t.fill(post, 0)
		return err
	case "mec":
		p := Mec{GammonRate: 0.25, WinRate: 0.5}
		err := e.parameters(map[string]*float64{
			"gammon-rate": &p.GammonRate, "win-rate": &p.WinRate,
			"free-drop-2-away": &p.FreeDrop2, "free-drop-4-away": &p.FreeDrop4,
		})
		*post = NewMec(p).post[player]
		return err
	}
	return fmt.Errorf("type %q, want explicit, zadeh or mec", e.Type)
}

// explicitPost reads a row of entries and extends it by the formula.
func (e *metElement) explicitPost(post *[maxAway]float64, length int) error {
	switch {
	case length < 0:
		return errors.New("entries in a table of length -1")
	case len(e.Rows) != 1:
		return fmt.Errorf("%d rows, want 1", len(e.Rows))
	}
	n := len(e.Rows[0].Entries)
	if n != length && n != length-1 {
		return fmt.Errorf("row 1 has %d entries, want %d or %d", n, length, length-1)
	}
	if err := e.Rows[0].read(post[:n], 1); err != nil {
		return err
	}
	standardTrailer.fill(post, length-1)
	return nil
}

// readPre reads the table before the Crawford game.
func (e *metElement) readPre(m *MET, length int) error {
	m.native = maxAway
	switch e.Type {
	case "", "explicit":
		m.native = length
		return e.explicitPre(m, length)
	case "zadeh":
		z, _ := StandardZadeh()
		err := e.parameters(map[string]*float64{
			"gammon-rate-leader": &z.GammonLeader, "gammon-rate-trailer": &z.GammonTrailer,
			"delta": &z.Delta, "delta-bar": &z.DeltaBar,
		})
		z.fill(m)
		return err
	case "mec":
		p := Mec{GammonRate: 0.25, WinRate: 0.5}
		err := e.parameters(map[string]*float64{"gammon-rate": &p.GammonRate, "win-rate": &p.WinRate})
		p.fill(m)
		return err
	}
	return fmt.Errorf("type %q, want explicit, zadeh or mec", e.Type)
}

// explicitPre reads rows of entries and extends them by extrapolation.
func (e *metElement) explicitPre(m *MET, length int) error {
	if length < 0 {
		return errors.New("entries in a table of length -1")
	}
	if len(e.Rows) != length {
		return fmt.Errorf("%d rows, want %d", len(e.Rows), length)
	}
	for i := range e.Rows {
		if n := len(e.Rows[i].Entries); n != length {
			return fmt.Errorf("row %d has %d entries, want %d", i+1, n, length)
		}
		if err := e.Rows[i].read(m.pre[i][:length], i+1); err != nil {
			return err
		}
	}
	m.extendPre(length)
	return nil
}

// read parses the entries of the row with the given number.
func (r *metRow) read(dst []float64, number int) error {
	for k, text := range r.Entries {
		v, err := parseChance(text)
		if err != nil {
			return fmt.Errorf("row %d, entry %d: %w", number, k+1, err)
		}
		dst[k] = v
	}
	return nil
}

// parameters sets the variables to the parameters with their names; missing
// parameters keep their values.
func (e *metElement) parameters(into map[string]*float64) error {
	for _, p := range e.Parameters {
		v := into[p.Name]
		if v == nil {
			return fmt.Errorf("unknown parameter %q of a table of type %s", p.Name, e.Type)
		}
		x, err := parseChance(p.Value)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		*v = x
	}
	return nil
}

// parseChance reads a number from 0 to 1.
func parseChance(text string) (float64, error) {
	text = strings.TrimSpace(text)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= 1) {
		return 0, fmt.Errorf("%q, want a number from 0 to 1", text)
	}
	return v, nil
}

// check returns an error if invalid parameters gave an entry outside 0 to 1.
func (m *MET) check() error {
	for i := range m.pre {
		for j, v := range m.pre[i] {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("%s: the parameters make a chance of %v at %d-away, %d-away", preElement, v, i+1, j+1)
			}
		}
	}
	for p := range m.post {
		for k, v := range m.post[p] {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("%s: the parameters make a chance of %v at %d-away", postElement, v, k+1)
			}
		}
	}
	return nil
}
