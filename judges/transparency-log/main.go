// Judges a transparency log with the packages of the Go project's own checksum database: golang.org/x/mod/sumdb/note and tlog.
//
// It reads questions from the standard input, one JSON object on each line, and answers each with one line: {"ok":true} with what was
// found, or {"ok":false,"why":"…"}. It has no opinion of its own but in two places, which those packages leave to others: the three lines
// of a checkpoint, and the cosignatures of witnesses (C2SP tlog-cosignature).
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Op string

	// note, log, witness: the keys by which something has to be signed.
	Note      string
	Vkeys     []string
	Witnesses []string

	// log, witness
	Url string

	// inclusion, consistency; hashes in base64
	Size, Index, Old    int64
	Root, Leaf, OldRoot string
	Proof               []string

	// witness: the private key of the log, and the sizes to which it grows
	Skey  string
	Sizes []int64
}

type answer struct {
	Ok       bool    `json:"ok"`
	Why      string  `json:"why,omitempty"`
	Size     int64   `json:"size,omitempty"`
	Root     string  `json:"root,omitempty"`
	Vkey     string  `json:"vkey,omitempty"`
	Skey     string  `json:"skey,omitempty"`
	Statuses []int   `json:"statuses,omitempty"`
	Told     []int64 `json:"told,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q question
		a, err := answer{}, json.Unmarshal(in.Bytes(), &q)
		if err == nil {
			a, err = ask(q)
		}
		a.Ok = err == nil
		if err != nil {
			a.Why = err.Error()
		}
		if err := out.Encode(a); err != nil {
			os.Exit(1)
		}
	}
}

func ask(q question) (answer, error) {
	switch q.Op {
	case "note":
		_, err := open(q.Note, q.Vkeys, q.Witnesses)
		return answer{}, err
	case "log":
		return readLog(q)
	case "inclusion", "consistency":
		return answer{}, checkProof(q)
	case "key":
		skey, vkey, err := note.GenerateKey(rand.Reader, "go.example/log")
		return answer{Skey: skey, Vkey: vkey}, err
	case "witness":
		return askWitness(q)
	}
	return answer{}, fmt.Errorf("unknown question %q", q.Op)
}

// Every one of the keys has to have signed, and whatever they signed has to hold.
func open(text string, vkeys, witnesses []string) (*note.Note, error) {
	var verifiers []note.Verifier
	for _, vkey := range vkeys {
		v, err := note.NewVerifier(vkey)
		if err != nil {
			return nil, err
		}
		verifiers = append(verifiers, v)
	}
	for _, vkey := range witnesses {
		v, err := newCosigner(vkey)
		if err != nil {
			return nil, err
		}
		verifiers = append(verifiers, v)
	}
	n, err := note.Open([]byte(text), note.VerifierList(verifiers...))
	if err == nil && len(n.Sigs) != len(verifiers) {
		err = fmt.Errorf("%d of %d keys signed", len(n.Sigs), len(verifiers))
	}
	return n, err
}

// A witness's key, for note.Open: type 4, over the time and the text.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func newCosigner(vkey string) (*cosigner, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("malformed vkey")
	}
	typed, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(typed) != 33 || typed[0] != 4 {
		return nil, errors.New("no key of a witness")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), typed...))
	hash := binary.BigEndian.Uint32(sum[:])
	if fmt.Sprintf("%08x", hash) != parts[1] {
		return nil, errors.New("the id of the vkey is another one")
	}
	return &cosigner{parts[0], hash, typed[1:]}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }
func (c *cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(c.key, append([]byte(head), msg...), sig[8:])
}

func parseCheckpoint(text string) (origin string, tree tlog.Tree, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[3] != "" {
		return "", tree, errors.New("a checkpoint has three lines")
	}
	tree.N, err = strconv.ParseInt(lines[1], 10, 64)
	if err != nil || tree.N < 0 || strconv.FormatInt(tree.N, 10) != lines[1] {
		return "", tree, errors.New("malformed size")
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return lines[0], tree, err
}

// The tiles of a log over HTTP.
type tiles struct{ url string }

const tileHeight = 8

func (t tiles) Height() int                     { return tileHeight }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(asked []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range asked {
		read, err := t.get(tile)
		if err != nil {
			return nil, err
		}
		if len(read) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", tile.Path(), len(read))
		}
		data = append(data, read)
	}
	return data, nil
}

// The checksum database has the height of tiles in its paths, and another word for entries.
func (t tiles) get(tile tlog.Tile) ([]byte, error) {
	path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight), "tile/", 1)
	return get(t.url + "/" + strings.Replace(path, "tile/data/", "tile/entries/", 1))
}

func get(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}

// Reads the checkpoint, every tile and every entry, and computes the root twice: from the tiles, and from the entries alone.
func readLog(q question) (answer, error) {
	signed, err := get(q.Url + "/checkpoint")
	if err != nil {
		return answer{}, err
	}
	n, err := open(string(signed), q.Vkeys, q.Witnesses)
	if err != nil {
		return answer{}, err
	}
	origin, tree, err := parseCheckpoint(n.Text)
	if err != nil {
		return answer{}, err
	}
	if origin != n.Sigs[0].Name {
		return answer{}, fmt.Errorf("the log %s is signed by %s", origin, n.Sigs[0].Name)
	}
	source := tiles{q.Url}
	reader := tlog.TileHashReader(tree, source)
	// It holds every tile against the root as it reads.
	root, err := tlog.TreeHash(tree.N, reader)
	if err != nil {
		return answer{}, err
	}
	if root != tree.Hash {
		return answer{}, errors.New("the tiles have another root than the checkpoint")
	}
	var stored storedHashes
	for at := int64(0); at < tree.N; at += 1 << tileHeight {
		if err := readBundle(source, tree, reader, at, &stored); err != nil {
			return answer{}, err
		}
	}
	root, err = tlog.TreeHash(tree.N, stored)
	if err == nil && root != tree.Hash {
		err = errors.New("the entries have another root than the checkpoint")
	}
	if err == nil {
		err = checkTiles(source, tree, stored)
	}
	return answer{Size: tree.N, Root: root.String()}, err
}

// The tile reader of x/mod 0.7.0 leaves some tiles unchecked: it counts subtrees of the root where it means tiles, and several subtrees
// may share one. So every tile is also held against the one that the entries make.
func checkTiles(source tiles, tree tlog.Tree, stored storedHashes) error {
	for _, tile := range tlog.NewTiles(tileHeight, 0, tree.N) {
		made, err := tlog.ReadTileData(tile, stored)
		if err != nil {
			return err
		}
		read, err := source.get(tile)
		if err != nil {
			return err
		}
		if !bytes.Equal(made, read) {
			return fmt.Errorf("%s is not the one of the entries", tile.Path())
		}
	}
	return nil
}

type storedHashes []tlog.Hash

func (s storedHashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		hashes[i] = s[index]
	}
	return hashes, nil
}

func readBundle(source tiles, tree tlog.Tree, reader tlog.HashReader, at int64, stored *storedHashes) error {
	width := tree.N - at
	if width > 1<<tileHeight {
		width = 1 << tileHeight
	}
	bundle, err := source.get(tlog.Tile{H: tileHeight, L: -1, N: at >> tileHeight, W: int(width)})
	if err != nil {
		return err
	}
	indexes := make([]int64, width)
	entries := make([][]byte, width)
	for i := range entries {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return fmt.Errorf("entry %d is cut off", at+int64(i))
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		entries[i], bundle = bundle[2:end], bundle[end:]
		indexes[i] = tlog.StoredHashIndex(0, at+int64(i))
	}
	if len(bundle) > 0 {
		return fmt.Errorf("%d bytes behind entry %d", len(bundle), at+width-1)
	}
	leaves, err := reader.ReadHashes(indexes)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		if tlog.RecordHash(entry) != leaves[i] {
			return fmt.Errorf("entry %d is not the one of its tile", at+int64(i))
		}
		hashes, err := tlog.StoredHashes(at+int64(i), entry, *stored)
		if err != nil {
			return err
		}
		*stored = append(*stored, hashes...)
	}
	return nil
}

func checkProof(q question) error {
	var proof []tlog.Hash
	for _, text := range q.Proof {
		h, err := tlog.ParseHash(text)
		if err != nil {
			return err
		}
		proof = append(proof, h)
	}
	root, err := tlog.ParseHash(q.Root)
	if err != nil {
		return err
	}
	if q.Op == "inclusion" {
		leaf, err := tlog.ParseHash(q.Leaf)
		if err != nil {
			return err
		}
		return tlog.CheckRecord(proof, q.Size, root, q.Index, leaf)
	}
	old, err := tlog.ParseHash(q.OldRoot)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, q.Size, root, q.Old, old)
}

// A log of Go's own asks a witness: it grows from size to size, and then shows a fork of the last.
func askWitness(q question) (answer, error) {
	signer, err := note.NewSigner(q.Skey)
	if err != nil {
		return answer{}, err
	}
	c := client{url: q.Url, signer: signer, vkeys: q.Vkeys, witnesses: q.Witnesses}
	var a answer
	var honest, forked storedHashes
	old := int64(0)
	for _, size := range q.Sizes {
		for n := old; n < size; n++ {
			honest = grow(honest, n, "entry")
			forked = grow(forked, n, "forged")
		}
		if err := c.add(&a, honest, old, size); err != nil {
			return a, err
		}
		old = size
	}
	for _, from := range []int64{old, 0} {
		if err := c.add(&a, forked, from, old); err != nil {
			return a, err
		}
	}
	forked = grow(forked, old, "forged")
	if err := c.add(&a, forked, old, old+1); err != nil {
		return a, err
	}
	return a, c.add(&a, honest, old-1, old-1)
}

func grow(stored storedHashes, n int64, word string) storedHashes {
	hashes, err := tlog.StoredHashes(n, []byte(fmt.Sprintf("%s %d", word, n)), stored)
	if err != nil {
		panic(err)
	}
	return append(stored, hashes...)
}

type client struct {
	url              string
	signer           note.Signer
	vkeys, witnesses []string
}

// Sends one request and notes its status, and the size that a 409 tells. What is cosigned has to hold.
func (c client) add(a *answer, stored storedHashes, old, size int64) error {
	root, err := tlog.TreeHash(size, stored)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s\n%d\n%s\n", c.signer.Name(), size, root)
	signed, err := note.Sign(&note.Note{Text: text}, c.signer)
	if err != nil {
		return err
	}
	body := fmt.Sprintf("old %d\n", old)
	if old > 0 && old < size {
		proof, err := tlog.ProveTree(size, old, stored)
		if err != nil {
			return err
		}
		for _, h := range proof {
			body += h.String() + "\n"
		}
	}
	response, err := http.Post(c.url+"/add-checkpoint", "text/plain", bytes.NewReader(append([]byte(body+"\n"), signed...)))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	told, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	a.Statuses = append(a.Statuses, response.StatusCode)
	switch response.StatusCode {
	case 200:
		_, err = open(string(signed)+string(told), c.vkeys, c.witnesses)
		return err
	case 409:
		if kind := response.Header.Get("Content-Type"); kind != "text/x.tlog.size" {
			return fmt.Errorf("409 with Content-Type %s", kind)
		}
		n, err := strconv.ParseInt(strings.TrimSuffix(string(told), "\n"), 10, 64)
		a.Told = append(a.Told, n)
		return err
	}
	return nil
}
