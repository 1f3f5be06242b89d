package ogxm

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
)

// Limits of the format.
const (
	maxFile         = 64 << 20 // bytes
	MaxGames        = 1000
	MaxGamePlies    = 1500
	MaxPlies        = 100_000
	maxAnalyses     = 64
	maxAlternatives = 1024
	maxSteps        = 4
)

const (
	magic      = "OGXM"
	endMark    = "END!"
	major      = 2
	minor      = 2
	headerSize = 16
	critical   = 1 // flag of a section
)

// IsFile reports whether the first bytes are those of an OGXM file of any version.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// File is the content of a file.
type File struct {
	Match       Match
	Games       []Game
	Analyses    []Analysis
	Annotations []Annotation
	Clock       *Clock

	// Unread has the errors in sections besides the match and its games: what these
	// sections say up to the fault is in the fields above.
	Unread []error
}

// Read reads the bytes of a file. With an error, the file is nil or has what was read
// before the fault, such as the end of a file that was cut off.
func Read(b []byte) (*File, error) {
	if len(b) > maxFile {
		return nil, fault(maxFile, "size", "%d bytes, want at most %d", len(b), maxFile)
	}
	if err := checkHeader(b); err != nil {
		return nil, err
	}
	r := reader{whole: b, codec: codec{b: b[headerSize:], at: headerSize}, file: new(File)}
	if r.sections(); !r.begun {
		if r.err == nil {
			r.fail("sections", "no section MTCH")
		}
		return nil, r.err
	}
	return r.file, r.err
}

// checkHeader checks the versions and the size of a file.
func checkHeader(b []byte) error {
	if !IsFile(b) {
		return fault(0, "header", "want %s", magic)
	}
	if len(b) < headerSize {
		return fault(len(b), "header", "%d bytes, want %d", len(b), headerSize)
	}
	version := func(at int) uint16 { return binary.LittleEndian.Uint16(b[at:]) }
	switch {
	case version(4) < major:
		return fault(4, "version", "%d.%d, which has another layout; want version %d", version(4), version(6), major)
	case version(8) > major || version(8) == major && version(10) > minor:
		return fault(8, "version", "the file asks for a reader of version %d.%d, this one has %d.%d", version(8), version(10), major, minor)
	}
	return nil
}

// reader reads the sections of a file.
type reader struct {
	codec
	whole []byte
	file  *File
	begun bool // MTCH was read
	plies int
}

// sections reads all sections.
func (r *reader) sections() {
	for r.err == nil {
		if bytes.HasPrefix(r.b, []byte(endMark)) {
			r.end()
			return
		}
		at := r.at
		name := string(r.take("section", 4))
		var size, flags uint64
		r.fixed("section", 4, &size)
		r.fixed("section", 1, &flags)
		if r.err != nil {
			return
		}
		body := codec{at: r.at, b: r.b[:min(int(size), len(r.b))]}
		r.section(name, &body, flags, at)
		r.take("section "+name, int(size)) // an error if the file was cut off
	}
}

// end checks the length of the file at its end mark.
func (r *reader) end() {
	size := int(binary.LittleEndian.Uint32(r.whole[12:]))
	if end := r.at + len(endMark); size != end || end != len(r.whole) {
		r.fail("size", "the header says %d bytes, the file has %d and its end mark is at %d", size, len(r.whole), r.at)
	}
}

// section reads a section that begins at an offset.
func (r *reader) section(name string, c *codec, flags uint64, at int) {
	if !r.begun && name != "MTCH" {
		r.fail("section "+name, "want MTCH first")
		return
	}
	switch name {
	case "MTCH":
		r.match(c)
	case "GAME":
		r.game(c)
	case "ANAL", "DECS", "ANNO", "CLCK":
		if r.other(name, c); c.err != nil {
			r.file.Unread = append(r.file.Unread, c.err)
		}
	case "CSUM":
		r.checksum(c, at)
	case "SIGN", "MSIG", "VIDO":
	default:
		if flags&critical != 0 {
			r.fail("section "+name, "unknown, and marked as critical")
		}
	}
}

func (r *reader) match(c *codec) {
	if r.begun {
		r.fail("section MTCH", "a second match begins, want one for each file")
		return
	}
	r.begun = true
	c.record("MTCH", r.file.Match.code)
	r.err = c.err
}

func (r *reader) game(c *codec) {
	if len(r.file.Games) == MaxGames {
		r.fail("section GAME", "more than %d games", MaxGames)
		return
	}
	r.file.Games = append(r.file.Games, Game{})
	g := &r.file.Games[len(r.file.Games)-1]
	c.record("GAME", g.code)
	for c.err == nil && len(c.b) > 0 {
		if len(g.Plies) == MaxGamePlies || r.plies == MaxPlies {
			c.fail("plies", "more than %d in a game or %d in a match", MaxGamePlies, MaxPlies)
			break
		}
		var p Ply
		if p.code(c); c.err == nil {
			g.Plies = append(g.Plies, p)
			r.plies++
		}
	}
	r.err = c.err
}

// other reads a section whose faults do not cost the match.
func (r *reader) other(name string, c *codec) {
	f := r.file
	switch name {
	case "ANAL":
		if len(f.Analyses) == maxAnalyses {
			c.fail(name, "more than %d analyses", maxAnalyses)
			return
		}
		var a Analysis
		c.record(name, a.code)
		f.Analyses = append(f.Analyses, a)
	case "DECS":
		r.decisions(c)
	case "ANNO":
		for c.err == nil && len(c.b) > 0 {
			var a Annotation
			if c.record(name, a.code); c.err == nil {
				f.Annotations = append(f.Annotations, a)
			}
		}
	case "CLCK":
		f.Clock = new(Clock)
		f.Clock.code(c)
	}
}

// decisions reads the decisions of the last analysis. A fault in one of them does not
// cost the others.
func (r *reader) decisions(c *codec) {
	n := len(r.file.Analyses)
	if n == 0 {
		c.fail("section DECS", "want ANAL first")
		return
	}
	a := &r.file.Analyses[n-1]
	for len(c.b) > 0 {
		one, ok := c.framed("DECS")
		if !ok {
			return
		}
		var d Decision
		if one.err == nil {
			d.code(&one)
		}
		if one.err != nil {
			r.file.Unread = append(r.file.Unread, one.err)
			continue
		}
		a.Decisions = append(a.Decisions, d)
	}
}

// checksum compares the bytes before the section at an offset with their sum.
func (r *reader) checksum(c *codec, at int) {
	algorithm, size := 0, 0
	var sum []byte
	c.record("CSUM", func(f *record) {
		f.int("algorithm", maxNumber, &algorithm)
		f.int("digest", maxNumber, &size)
		f.bytes("digest", size, &sum)
	})
	if r.err = c.err; r.err == nil && !bytes.Equal(sum, checksum(algorithm, r.whole[:at])) {
		r.fail("CSUM", "the checksum is wrong: the file is damaged")
	}
}

func checksum(algorithm int, b []byte) []byte {
	if algorithm != 0 {
		sum := sha256.Sum256(b)
		return sum[:]
	}
	return binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(b))
}

// Digest returns the digest of the match and its games that analyses refer to.
func (f *File) Digest() []byte {
	hash := sha256.New()
	add := func(payload []byte) {
		hash.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(payload))))
		hash.Write(payload)
	}
	add(f.Match.payload())
	for i := range f.Games {
		add(f.Games[i].payload())
	}
	return hash.Sum(nil)
}

func (m *Match) payload() []byte {
	c := codec{writes: true}
	c.record("MTCH", m.code)
	return c.b
}

func (g *Game) payload() []byte {
	c := codec{writes: true}
	c.record("GAME", g.code)
	for i := range g.Plies {
		g.Plies[i].code(&c)
	}
	return c.b
}

// Write returns the bytes of a file, unsigned, with a checksum.
func Write(f *File) []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	for i, v := range []uint16{major, minor, major, 0} {
		binary.LittleEndian.PutUint16(b[4+2*i:], v)
	}
	b = section(b, "MTCH", critical, f.Match.payload())
	for i := range f.Games {
		b = section(b, "GAME", critical, f.Games[i].payload())
	}
	for i := range f.Analyses {
		b = f.Analyses[i].append(b)
	}
	if len(f.Annotations) > 0 {
		c := codec{writes: true}
		for i := range f.Annotations {
			c.record("ANNO", f.Annotations[i].code)
		}
		b = section(b, "ANNO", 0, c.b)
	}
	sum := codec{writes: true}
	const sumSize = 1 + 1 + 1 + 4 // mask, algorithm, size, digest
	end := len(b) + sectionSize + 1 + sumSize + len(endMark)
	binary.LittleEndian.PutUint32(b[12:], uint32(end))
	sum.record("CSUM", func(r *record) {
		algorithm, size, digest := 0, 4, checksum(0, b)
		r.int("algorithm", 0, &algorithm)
		r.int("digest", 0, &size)
		r.bytes("digest", 0, &digest)
	})
	return append(section(b, "CSUM", 0, sum.b), endMark...)
}

// sectionSize is the size of the head of a section.
const sectionSize = 9

func section(b []byte, name string, flags byte, payload []byte) []byte {
	b = append(b, name...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(payload)))
	return append(append(b, flags), payload...)
}

// append appends the sections of an analysis.
func (a *Analysis) append(b []byte) []byte {
	head, decisions := codec{writes: true}, codec{writes: true}
	head.record("ANAL", a.code)
	for i := range a.Decisions {
		decisions.record("DECS", a.Decisions[i].code)
	}
	return section(section(b, "ANAL", 0, head.b), "DECS", 0, decisions.b)
}
