"""Words that people use for the same thing: general English, one line a group, no tool's name.

A tool is described in one word and asked for in another ("picture", "image").  The groups are
everyday ones and hold for any set of tools; a word may stand in several.  `scoring.py` counts a
neighbour as a fraction of a word that was asked for.  Knows nothing of tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

GROUPS = """
picture image photo photograph drawing illustration artwork canvas
screenshot capture snapshot
movie film cinema
video clip footage
song music track tune playlist
audio sound voice recording speech
subtitle caption transcript transcription
weather forecast temperature rain precipitation humidity wind snow storm climate
hotel accommodation lodging stay hostel
trip travel journey vacation holiday tour itinerary
flight airline airport plane airfare
train railway rail
car vehicle automobile auto
taxi cab ride
bus transit commute
route direction navigation itinerary path
map location place geographic
address geocode coordinate latitude longitude
restaurant dining cuisine food meal dinner lunch
recipe cooking dish ingredient
diet nutrition calorie
exercise workout fitness training gym
doctor physician medical clinic hospital health
medicine drug medication
illness disease symptom condition
house home property estate apartment
rent rental lease tenant
buy purchase shop order
shop store retailer
product item goods merchandise
price cost fee rate
cheap discount deal bargain coupon
gift present
money cash fund
pay payment checkout
stock share equity ticker
invest investment portfolio
crypto cryptocurrency bitcoin token coin
currency exchange forex
bank account balance
tax irs
loan mortgage credit
company business firm corporation enterprise
employee staff worker personnel
job career employment vacancy hiring
resume cv
customer client
lead prospect
sale revenue
advertisement advertising ad campaign
marketing promotion seo
law legal attorney lawyer
contract agreement
news headline article journalism
trend trending popular hot
paper research study academic scholarly publication
citation bibliography reference
book novel literature
course class lesson lecture tutorial learning
teach tutor education learn
student pupil
quiz test exam
word vocabulary term
dictionary definition meaning
translate translation language
grammar spelling proofread
rewrite paraphrase rephrase polish improve
summary summarize summarise digest abstract overview
essay text writing
document doc docx word file
pdf document
spreadsheet excel xlsx worksheet workbook
slide presentation powerpoint pptx deck
chart graph plot diagram visualization
table row column
folder directory
file path
url link website webpage web site page
browser chrome navigate
download fetch retrieve
upload send
search find lookup query discover
list enumerate
create make generate build produce new
add insert append
write save store put
read open load view
edit modify change update alter adjust
delete remove erase drop
rename move
copy duplicate clone
convert transform translate format
compare difference diff
calculate compute arithmetic math
sum add total
average mean
random randomly
statistic statistics analytics metric
analyze analyse analysis examine inspect
check verify validate
monitor track watch observe
measure metric
schedule calendar appointment meeting event
reminder alarm alert notification
date day time
timezone clock
almanac calendar
birthday age
email mail message inbox
message chat sms text
call phone telephone
contact people person
user account member profile
friend follower
post tweet status
comment reply feedback review
rating review score
task todo ticket issue
project repository repo
commit revision
branch merge
bug defect error issue
code program script source
run execute launch start
stop end terminate kill
command shell terminal
function method
database sql table
query select
server host machine
container docker
cluster kubernetes
cloud aws
deploy release publish
log trace
password secret credential
login authenticate signin
permission access role
security vulnerability threat malware
encrypt cipher
backup archive
compress zip
crop resize scale
color colour
game play
sport football soccer basketball match
team squad
score result standing
horoscope astrology zodiac
joke humor funny meme
quote saying
poem poetry
story tale narrative
earthquake seismic quake
space nasa astronomy
planet star
animal pet
plant garden
art museum
fashion clothes clothing outfit apparel
beauty makeup cosmetic
hair salon
charity nonprofit donation donate
podcast episode
qr barcode
note memo
memory remember recall
idea brainstorm
plan planning
decision decide choose
""".strip()


def neighbours(stem: Callable[[str], str]) -> Mapping[str, tuple[str, ...]]:
    """For each known word's stem the stems of the words beside it, in a fixed order."""
    found: dict[str, dict[str, None]] = {}
    for line in GROUPS.splitlines():
        stems = [stem(word) for word in line.split()]
        for own in stems:
            found.setdefault(own, {}).update(dict.fromkeys(other for other in stems if other != own))
    return {word: tuple(others) for word, others in found.items()}
