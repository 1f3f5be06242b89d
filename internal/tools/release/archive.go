package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// archive writes files into a folder of an archive: .zip for Windows, else .tar.gz. The
// bytes depend only on the files and the time.
func (t target) archive(path, folder string, files []file, made time.Time) error {
	if t.os == "windows" {
		return write(path+".zip", func(b *bytes.Buffer) error { return zipped(b, folder, files, made) })
	}
	return write(path+".tar.gz", func(b *bytes.Buffer) error { return tarred(b, folder, files, made) })
}

// write writes a file from memory.
func write(path string, fill func(b *bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := fill(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

// mode returns the permissions of a file.
func (f *file) mode() os.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// tarred writes a compressed tar archive.
func tarred(b *bytes.Buffer, folder string, files []file, made time.Time) error {
	compressed, err := gzip.NewWriterLevel(b, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: folder + "/" + f.name, Size: int64(len(f.text)), Mode: int64(f.mode()),
			ModTime: made, Format: tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.text); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

// zipped writes a zip archive.
func zipped(b *bytes.Buffer, folder string, files []file, made time.Time) error {
	archive := zip.NewWriter(b)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: made}
		header.SetMode(f.mode())
		to, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.text); err != nil {
			return err
		}
	}
	return archive.Close()
}

// sums is the file of the SHA-256 sums, in the format of sha256sum -c.
const sums = "SHA256SUMS"

// writeSums writes the sums of all files in the folder.
func writeSums(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(text), e.Name())
	}
	return os.WriteFile(filepath.Join(dir, sums), []byte(lines.String()), 0o666)
}
