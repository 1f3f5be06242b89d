package xgfile

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"hash/crc32"
	"io"
)

// Sizes in the container.
const (
	headerSize  = 8232
	trailerSize = 36
	entrySize   = 532
	nameSize    = 255
	maxEntries  = 64
	maxUnpacked = 1 << 28
	maxPacking  = 250 // bytes unpacked for each byte of the file, behind the first MiB
)

// magic is the first bytes of a file.
const magic = "RGMH"

// IsFile reports whether the bytes begin like a file of eXtreme Gammon.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// fault returns an error at an offset of the file.
func fault(at int, field, format string, args ...any) error {
	return fmt.Errorf("byte %d, %s: %s", at, field, fmt.Sprintf(format, args...))
}

// archived is a file in the archive.
type archived struct {
	name string
	data []byte
}

// unpack returns the text in the header of a file and the files in its archive. If the file is
// cut off, it returns an error and the records before the cut, if there are any.
func unpack(b []byte) (comment string, files []archived, err error) {
	if !IsFile(b) {
		return "", nil, fault(0, "mark", "%.4q, want %q", b[:min(len(b), 4)], magic)
	}
	if len(b) < headerSize+trailerSize {
		return "", nil, fault(len(b), "header and archive", "the file ends, want at least %d bytes", headerSize+trailerSize)
	}
	if n := order.Uint32(b[4:]); n != 1 {
		return "", nil, fault(4, "version of the header", "%d, want 1", n)
	}
	if n := order.Uint32(b[8:]); n != headerSize {
		return "", nil, fault(8, "size of the header", "%d, want %d", n, headerSize)
	}
	thumbnail := int64(order.Uint32(b[20:]))
	if most := int64(len(b) - headerSize - trailerSize); thumbnail > most {
		return "", nil, fault(20, "size of the thumbnail", "%d, the file has room for %d", thumbnail, most)
	}
	c := codec{b: b}
	c.wide(40+3*2048, 1024, &comment)
	a := archive{b: b, start: headerSize + int(thumbnail)}
	files, err = a.files()
	return comment, files, err
}

// archive is the part of a file after the header and the thumbnail.
type archive struct {
	b               []byte
	start, registry int // offsets in b
	count           int
	packed          bool // the registry
	unpacked        int  // bytes unpacked so far
}

func (a *archive) files() ([]archived, error) {
	if err := a.trailer(); err != nil {
		return a.rest(), fmt.Errorf("%w (the file is cut off or damaged)", err)
	}
	if sum, want := crc32.ChecksumIEEE(a.b[a.start:len(a.b)-trailerSize]), order.Uint32(a.b[len(a.b)-trailerSize:]); sum != want {
		return nil, fault(len(a.b)-trailerSize, "checksum of the archive", "%08x, the bytes give %08x (the file is damaged)", want, sum)
	}
	end := len(a.b) - trailerSize
	registry := a.b[a.registry:end]
	if a.packed {
		var err error
		if registry, err = a.inflate(registry, a.registry, "registry", a.count*entrySize); err != nil {
			return nil, err
		}
	}
	if len(registry) != a.count*entrySize {
		return nil, fault(a.registry, "registry", "%d bytes, want %d for %d files", len(registry), a.count*entrySize, a.count)
	}
	var files []archived
	for i := range a.count {
		f, err := a.file(registry[i*entrySize : (i+1)*entrySize])
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// trailer reads the last bytes of the archive, which locate its parts.
func (a *archive) trailer() error {
	end := len(a.b) - trailerSize
	t := a.b[end:]
	count, version := int32(order.Uint32(t[4:])), int32(order.Uint32(t[8:]))
	registry, data := int64(int32(order.Uint32(t[12:]))), int64(int32(order.Uint32(t[16:])))
	have := int64(end - a.start)
	switch {
	case count < 1 || count > maxEntries:
		return fault(end+4, "number of files", "%d, want 1 to %d", count, maxEntries)
	case version != 1:
		return fault(end+8, "version of the archive", "%d, want 1", version)
	case registry < 0 || data < 0 || registry+data != have:
		return fault(end+12, "sizes of registry and data", "%d and %d, want %d in all", registry, data, have)
	}
	a.registry, a.count, a.packed = a.start+int(data), int(count), t[20] != 0
	return nil
}

// rest returns the whole records of an archive whose end is missing. The names of the files were
// there, so the records are the longest file that begins like them: a file with the first
// and the last of them may come before.
func (a *archive) rest() []archived {
	var longest []byte
	packed := bytes.NewReader(a.b[a.start:])
	for left := int64(a.most()); left > 0; {
		r, err := zlib.NewReader(packed)
		if err != nil {
			break
		}
		data, err := io.ReadAll(io.LimitReader(r, left))
		if len(data) > len(longest) && beginRecords(data) {
			longest = data
		}
		if left -= int64(len(data)); err != nil {
			break
		}
	}
	if longest == nil {
		return nil
	}
	return []archived{{recordsName, longest[:len(longest)/RecordSize*RecordSize]}}
}

// file unpacks a file by its entry in the registry.
func (a *archive) file(entry []byte) (archived, error) {
	var f archived
	c := codec{b: entry}
	c.short(0, nameSize, &f.name)
	size, stored, at := int64(int32(order.Uint32(entry[512:]))), int64(int32(order.Uint32(entry[516:]))), int64(int32(order.Uint32(entry[520:])))
	have := int64(a.registry - a.start)
	if size < 0 || size > maxUnpacked || stored < 0 || at < 0 || at+stored > have {
		return f, fault(a.registry, "registry", "%q has %d bytes in %d from %d of the data, which has %d", f.name, size, stored, at, have)
	}
	from := a.start + int(at)
	f.data = a.b[from : from+int(stored)]
	if plain := entry[528] != 0; !plain {
		var err error
		if f.data, err = a.inflate(f.data, from, f.name, int(size)); err != nil {
			return f, err
		}
	}
	if int64(len(f.data)) != size {
		return f, fault(from, f.name, "%d bytes, want %d", len(f.data), size)
	}
	if sum, want := crc32.ChecksumIEEE(f.data), order.Uint32(entry[524:]); sum != want {
		return f, fault(from, f.name, "the checksum is %08x, the bytes give %08x", want, sum)
	}
	return f, nil
}

// most returns how many bytes all files of the archive may have unpacked.
func (a *archive) most() int { return min(maxUnpacked, 1<<20+maxPacking*len(a.b)) }

// inflate unpacks zlib data of the given size, which begin at an offset.
func (a *archive) inflate(packed []byte, at int, name string, size int) ([]byte, error) {
	if a.unpacked += size; a.unpacked > a.most() {
		return nil, fault(at, name, "the files have more than %d bytes unpacked", a.most())
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fault(at, name, "%v", err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, int64(size)+1))
	if err != nil {
		return nil, fault(at, name, "%v", err)
	}
	if len(data) > size {
		return nil, fault(at, name, "more than %d bytes", size)
	}
	return data, nil
}

// pack returns a file with the comment in its header and an archive of files.
func pack(comment string, files []archived) []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	order.PutUint32(b[4:], 1)
	order.PutUint32(b[8:], headerSize)
	c := codec{b: b, write: true}
	c.wide(40+3*2048, 1024, &comment)
	var registry []byte
	for _, f := range files {
		packed := deflate(f.data)
		entry := make([]byte, entrySize)
		c := codec{b: entry, write: true}
		c.short(0, nameSize, &f.name)
		for i, n := range []int{len(f.data), len(packed), len(b) - headerSize} {
			order.PutUint32(entry[512+4*i:], uint32(n))
		}
		order.PutUint32(entry[524:], crc32.ChecksumIEEE(f.data))
		registry = append(registry, entry...)
		b = append(b, packed...)
	}
	data := len(b) - headerSize
	registry = deflate(registry)
	b = append(b, registry...)
	trailer := make([]byte, trailerSize)
	for i, n := range []uint32{crc32.ChecksumIEEE(b[headerSize:]), uint32(len(files)), 1, uint32(len(registry)), uint32(data)} {
		order.PutUint32(trailer[4*i:], n)
	}
	trailer[20] = 1
	return append(b, trailer...)
}

// deflate packs data. Writing to a buffer cannot fail.
func deflate(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}
