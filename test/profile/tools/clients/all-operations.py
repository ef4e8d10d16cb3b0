# Every operation once, with the client that Redocly CLI generates: npm run openapi runs it.
import os
from client import Client, TokenRequest, NewGroup, NewUser, GroupReplacement, GroupChange, UserReplacement, UserChange, LocationReport, AlertReport

client = Client(os.environ["ROADTEST_BASE_URL"])
token = client.issue_token(TokenRequest(user_name="demo", api_key="demo-key")).token
client = Client(os.environ["ROADTEST_BASE_URL"], auth={"bearer": token})
first = client.list_devices(limit=2)[0]
print(first.name, client.read_device(first.id).imei)
client.post_locations(first.id, LocationReport(latitude=48.1, longitude=11.5))
print(client.last_location(first.id).latitude, client.post_alerts(first.id, AlertReport(type_="sos")).severity)
group = client.create_group(NewGroup(name="Vans", device_ids=[first.id]))
print(client.read_group(group.id).name, len(client.list_groups()))
print(client.replace_group(group.id, GroupReplacement(name="Lorries")).name)
print(client.update_group(group.id, GroupChange(description="of the depot")).description)
country, zone = client.list_countries()[0], client.list_time_zones()[0]
user = client.create_user(NewUser(name="Ada", country=country.code, time_zone=zone.id, group_ids=[group.id]))
print(client.read_user(user.id).name, len(client.list_users()))
print(client.replace_user(user.id, UserReplacement(name="Grace")).name)
print(client.update_user(user.id, UserChange(disabled=True)).disabled)
client.delete_user(user.id)
client.delete_group(group.id)
print("all 20")
